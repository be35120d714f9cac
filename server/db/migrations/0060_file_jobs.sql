-- Files made in the background are of more than one kind: slips, and evidence. Finished ones of slips are printed again.
DELETE FROM slip_jobs WHERE finished_at IS NOT NULL;
ALTER TABLE slip_jobs RENAME TO file_jobs;
ALTER TABLE file_jobs
  ADD COLUMN kind text NOT NULL DEFAULT 'slips' CHECK (kind IN ('slips', 'evidence')),
  ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
  -- What a kind of file says beside itself, such as its period, or where the next one begins.
  ADD COLUMN facts jsonb NOT NULL DEFAULT '{}',
  DROP COLUMN next;
ALTER TABLE file_jobs
  ALTER COLUMN kind DROP DEFAULT,
  ALTER COLUMN expires_at DROP DEFAULT;

ALTER TABLE file_jobs RENAME CONSTRAINT slip_jobs_pkey TO file_jobs_pkey;
DROP INDEX slip_jobs_unfinished, slip_jobs_age;
-- A client has one of each kind made at a time.
CREATE UNIQUE INDEX file_jobs_unfinished ON file_jobs (client_id, kind) WHERE finished_at IS NULL;
CREATE INDEX file_jobs_expiry ON file_jobs (expires_at);
