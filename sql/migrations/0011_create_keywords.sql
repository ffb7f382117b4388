-- The words that tell documents apart, for the keyword route (HiQA: critical keywords, matched against the document).

CREATE TABLE keyword (
    index_no    int NOT NULL,
    document_no bigint NOT NULL,
    term        text NOT NULL CHECK (term <> ''),
    weight      real NOT NULL CHECK (weight > 0 AND weight <= 1),
    PRIMARY KEY (index_no, term, document_no),
    FOREIGN KEY (index_no, document_no) REFERENCES index_document ON DELETE CASCADE
);
CREATE INDEX keyword_document ON keyword (index_no, document_no);
