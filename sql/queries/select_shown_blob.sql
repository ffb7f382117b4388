-- Whether an image, by its hash, belongs to a page or a picture of a document that answers in an index.
SELECT EXISTS (
    SELECT FROM index_document i
    JOIN document d USING (document_no)
    JOIN chunk_set s USING (chunk_set_id)
    WHERE i.index_no = :index_no AND d.document_id = :document_id
      AND (EXISTS (SELECT FROM page p WHERE p.parse_id = s.parse_id AND p.image_sha256 = :image_sha256)
           OR EXISTS (SELECT FROM picture_artifact a WHERE a.parse_id = s.parse_id AND a.image_sha256 = :image_sha256))
) AS is_there;
