-- What models were asked and what it took. Replies answer equal requests again; spend stays when replies are forgotten.

CREATE TABLE model_call (
    request_sha256 text PRIMARY KEY,
    job            text NOT NULL CHECK (job <> ''),
    endpoint       text NOT NULL CHECK (endpoint <> ''),
    model          text NOT NULL CHECK (model <> ''),
    response       text NOT NULL,
    finish_reason  text NOT NULL CHECK (finish_reason IN ('stop', 'length')),
    -- how many documents the request was made from
    num_documents  int NOT NULL CHECK (num_documents >= 0),
    input_tokens   int CHECK (input_tokens >= 0),
    cached_tokens  int CHECK (cached_tokens >= 0),
    output_tokens  int CHECK (output_tokens >= 0),
    seconds        real NOT NULL CHECK (seconds >= 0),
    cost_usd       numeric CHECK (cost_usd >= 0),
    created_at     timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE model_call_document (
    request_sha256 text NOT NULL REFERENCES model_call ON DELETE CASCADE,
    document_no    bigint NOT NULL REFERENCES document ON DELETE CASCADE,
    PRIMARY KEY (request_sha256, document_no)
);
CREATE INDEX model_call_document_no ON model_call_document (document_no);

CREATE TABLE model_spend (
    day           date NOT NULL,
    job           text NOT NULL CHECK (job <> ''),
    endpoint      text NOT NULL CHECK (endpoint <> ''),
    model         text NOT NULL CHECK (model <> ''),
    num_calls     bigint NOT NULL CHECK (num_calls >= 0),
    num_failed    bigint NOT NULL CHECK (num_failed >= 0),
    num_unpriced  bigint NOT NULL CHECK (num_unpriced BETWEEN 0 AND num_calls),
    input_tokens  bigint NOT NULL CHECK (input_tokens >= 0),
    cached_tokens bigint NOT NULL CHECK (cached_tokens >= 0),
    output_tokens bigint NOT NULL CHECK (output_tokens >= 0),
    seconds       float8 NOT NULL CHECK (seconds >= 0),
    cost_usd      numeric NOT NULL CHECK (cost_usd >= 0),
    PRIMARY KEY (day, job, endpoint, model)
);

CREATE TABLE model_rate (
    endpoint      text NOT NULL,
    model         text NOT NULL,
    requests_left float8 NOT NULL,
    tokens_left   float8 NOT NULL,
    paused_until  timestamptz NOT NULL DEFAULT '-infinity',
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (endpoint, model)
);
