-- How many vectors an index has.
SELECT num_vectors FROM index_stat WHERE index_no = :index_no;
