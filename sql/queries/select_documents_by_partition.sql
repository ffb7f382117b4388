-- Documents by Dagster partition key, in the order in which they were added.
SELECT document_no FROM document WHERE partition_key = ANY (CAST(:partition_keys AS text[])) ORDER BY document_no;
