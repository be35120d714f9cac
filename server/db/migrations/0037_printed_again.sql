-- What the token and the code of a printed link are derived from, together with a key that is not in the database: the same
-- slip can be printed again, and no second link is needed for it.
ALTER TABLE one_time_links
  ADD COLUMN seed bytea,
  ADD CONSTRAINT one_time_links_seed_check CHECK (seed IS NULL OR code_hash IS NOT NULL);

-- Files of many slips, made behind the scenes. One at a time for each client.
CREATE TABLE slip_jobs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Emptied at the end.
  request text NOT NULL,
  address text NOT NULL,
  -- After which membership the next file begins; null with the last one.
  next uuid,
  -- Encrypted with a key that is not in the database: it holds links and codes that open tests.
  file bytea,
  problem jsonb,
  PRIMARY KEY (client_id, id)
);
ALTER TABLE slip_jobs ALTER COLUMN file SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX slip_jobs_unfinished ON slip_jobs (client_id) WHERE finished_at IS NULL;
CREATE INDEX slip_jobs_age ON slip_jobs (created_at);
