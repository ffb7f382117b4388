-- Whether an image is a page or a picture of a document, as any index answers from it.
SELECT EXISTS (
    SELECT FROM index_document i
    JOIN document d ON d.document_no = i.document_no
    JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
    WHERE d.document_id = :document_id
      AND (EXISTS (SELECT FROM page p WHERE p.parse_id = s.parse_id AND p.image_sha256 = :image_sha256)
           OR EXISTS (SELECT FROM picture_artifact a WHERE a.parse_id = s.parse_id AND a.image_sha256 = :image_sha256))
);
