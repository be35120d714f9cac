-- Breaks as an accommodation: how many, and how long each may be.

ALTER TABLE assignments
  ADD COLUMN breaks integer NOT NULL DEFAULT 0 CHECK (breaks BETWEEN 0 AND 4),
  ADD COLUMN break_minutes integer NOT NULL DEFAULT 10 CHECK (break_minutes IN (5, 10, 15));

ALTER TABLE attempts
  -- As they were at the start, and how many are left.
  ADD COLUMN breaks integer NOT NULL DEFAULT 0 CHECK (breaks BETWEEN 0 AND 4),
  ADD COLUMN break_minutes integer NOT NULL DEFAULT 10 CHECK (break_minutes IN (5, 10, 15)),
  ADD COLUMN breaks_left integer NOT NULL DEFAULT 0 CHECK (breaks_left BETWEEN 0 AND breaks),
  -- A break is a pause by the person, with this end; null: a manager's.
  ADD COLUMN break_until timestamptz CHECK (break_until IS NULL OR paused_at IS NOT NULL);

CREATE TABLE attempt_breaks (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- How long it was; null while it lasts.
  seconds integer,
  PRIMARY KEY (client_id, attempt_id, started_at),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);
