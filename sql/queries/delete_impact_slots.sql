-- The chunks of a document leave their slots in blocks of impacts; the impacts stay until the block is taken apart.
DELETE FROM impact_slot WHERE index_no = :index_no AND document_no = :document_no;
