-- The nearest vectors by comparing every one that is allowed.
SELECT o.chunk_no
FROM (SELECT v.chunk_no, v.embedding <=> CAST(:embedding AS halfvec({dimensions})) AS distance
      FROM vector_row v JOIN document d USING (document_no) JOIN chunk c USING (chunk_no)
      WHERE v.index_no = :index_no
        AND (CAST(:collection AS text) IS NULL OR d.collection = :collection)
        AND (CAST(:page_no AS int) IS NULL OR :page_no = ANY (c.page_nos))
      OFFSET 0) o
GROUP BY o.chunk_no ORDER BY min(o.distance), o.chunk_no LIMIT :top_k;
