-- Which documents answer in an index where a file of the same size and time, to which they were moved, has work to do yet.
SELECT DISTINCT old.document_no
FROM document old
JOIN index_document i ON i.document_no = old.document_no
JOIN document new ON new.collection = old.collection AND new.change_mark = old.change_mark
                 AND new.document_no <> ALL (CAST(:documents AS bigint[]))
WHERE old.document_no = ANY (CAST(:documents AS bigint[]))
  AND NOT EXISTS (SELECT FROM index_document n WHERE n.document_no = new.document_no AND n.index_no = i.index_no)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.document_no = new.document_no AND s.status = 'failed');
