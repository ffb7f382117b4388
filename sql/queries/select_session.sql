-- Which session of the server answers: its process.
SELECT pg_backend_pid();
