DELETE FROM keyword WHERE index_no = :index_no;
