-- Descriptions of tables and pictures of the parses behind chunk sets. Of several the one of the describer that the
-- document's last description names first; else the newest.
SELECT DISTINCT ON (p.kind, p.chunk_set_id, p.ordinal) p.kind, p.chunk_set_id, p.ordinal, d.artifact_class, d.text
FROM (SELECT DISTINCT * FROM unnest(CAST(:kinds AS text[]), CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[])))
    AS p(kind, chunk_set_id, ordinal)
JOIN chunk_set s USING (chunk_set_id)
JOIN parse_description a ON a.parse_id = s.parse_id AND a.kind = p.kind AND a.ordinal = p.ordinal
JOIN description d ON d.artifact_sha256 = a.artifact_sha256 AND d.describer = a.describer
LEFT JOIN stage_state t ON t.document_no = s.document_no AND t.stage = 'descriptions' AND t.index_no = 0
ORDER BY p.kind, p.chunk_set_id, p.ordinal,
         (SELECT min(o.place) FROM jsonb_array_elements_text(t.outputs -> 'describers') WITH ORDINALITY o(describer, place)
          WHERE o.describer = a.describer) NULLS LAST,
         d.created_at DESC, a.describer;
