-- What banks' statements say of incoming transfers, for admins to tell which order each one pays. Amounts are in kuruş.

CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  format text NOT NULL CHECK (format IN ('camt', 'csv')),
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by uuid NOT NULL REFERENCES users (id)
);

CREATE TABLE bank_statement_lines (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES bank_statements (id),
  -- Of account, day, amount, description, the bank's number and the place among lines that are alike in all of these: the
  -- same movement in another statement is the same line.
  hash bytea NOT NULL,
  account text NOT NULL,
  booked_on date NOT NULL,
  amount_kurus bigint NOT NULL CHECK (amount_kurus > 0),
  sender text NOT NULL,
  description text NOT NULL,
  entry_ref text NOT NULL,
  search_text text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'ignored')),
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  ignore_reason text,
  -- The order it paid. It belongs to a client, and the line to none, so nothing points there.
  order_id uuid,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'open') = (decided_by IS NULL)),
  CHECK ((state = 'approved') = (order_id IS NOT NULL))
);
CREATE UNIQUE INDEX bank_statement_lines_hash ON bank_statement_lines (hash);
CREATE INDEX bank_statement_lines_state ON bank_statement_lines (state, booked_on DESC, id DESC);

-- How the CSV statements of a bank are read.
CREATE TABLE bank_mappings (
  bank text PRIMARY KEY,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users (id)
);
