-- For the transaction: neither a pooler nor the next user of the connection keeps it.
SELECT set_config('role', 'bizrag_service', true), set_config('bizrag.collections', %s, true)
