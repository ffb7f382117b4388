#!/bin/sh
# The tour of `make demo`: weights, database, ingestion, three questions. Run again, it skips what is done.
set -eu
bizrag="$1"
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

say "Model weights (fetched once, checked by hash)"
"$bizrag" weights
say "Database"
"$bizrag" up
say "Documents in samples/docs"
"$bizrag" ingest samples/docs --collection samples
while IFS= read -r question; do
    say "$question"
    "$bizrag" ask "$question" --collection samples
done < samples/demo_questions.txt
say "Next"
echo "  $bizrag serve                    the page for asking, in a browser"
echo "  $bizrag dev                      the Dagster UI: documents, lineage, backfills"
echo "  $bizrag ingest YOUR_FOLDER       your own documents"
echo "  $bizrag ask \"...\"                a question over everything"
echo "  $bizrag down                     stop the database"
