-- Indexes but some (:indexes), and how many documents answer there with an older version, or not at all though one of the
-- others has them or the index itself failed at them. What failed in the stages that all share is not theirs.
SELECT n.index_name AS index,
       (SELECT count(*) FROM index_document i WHERE i.index_no = n.index_no) AS documents,
       (SELECT count(*) FROM stale_document s
        WHERE s.index_no = n.index_no
          AND (s.reason LIKE 'older%' OR s.failed_stage IN ('chunks', 'embeddings', 'search_index')
               OR s.live_chunk_set_id IS NULL
                  AND EXISTS (SELECT FROM index_document o
                              WHERE o.document_no = s.document_no AND o.index_no = ANY (CAST(:indexes AS int[]))))) AS behind
FROM search_index n
WHERE n.index_no <> ALL (CAST(:indexes AS int[]))
ORDER BY n.index_name;
