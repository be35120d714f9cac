-- How long what people answered is kept. What is over is erased once a day.

CREATE TABLE retention (
  client_id uuid PRIMARY KEY REFERENCES clients (id),
  -- After a test has ended: of candidates, of employees, and of sensitive tests in both cases.
  candidate_months integer NOT NULL CHECK (candidate_months BETWEEN 1 AND 120),
  employee_months integer NOT NULL CHECK (employee_months BETWEEN 1 AND 120),
  sensitive_months integer NOT NULL CHECK (sensitive_months BETWEEN 1 AND 120),
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Since when there are periods at all: nothing is erased before managers had a month to read about it.
ALTER TABLE platform_settings ADD COLUMN retention_since timestamptz NOT NULL DEFAULT now();

-- In place of these, for one inventory.
CREATE TABLE retention_tests (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  months integer NOT NULL CHECK (months BETWEEN 1 AND 120),
  PRIMARY KEY (client_id, inventory_id)
);

-- What each run erased; a run that erased nothing of a client has no row.
CREATE TABLE retention_runs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now(),
  tests integer NOT NULL,
  people integer NOT NULL,
  -- Tests that are over and under a legal hold.
  held integer NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX retention_runs_list ON retention_runs (client_id, ran_at DESC, id DESC);

-- How many months a test is kept after its end. The defaults: six for candidates, two years for employees, six for
-- sensitive tests.
CREATE FUNCTION retention_months(client uuid, inventory uuid, role text, sensitive boolean)
RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT months FROM retention_tests WHERE client_id = client AND inventory_id = inventory),
    CASE
      WHEN sensitive THEN coalesce((SELECT sensitive_months FROM retention WHERE client_id = client), 6)
      WHEN role = 'candidate' THEN coalesce((SELECT candidate_months FROM retention WHERE client_id = client), 6)
      ELSE coalesce((SELECT employee_months FROM retention WHERE client_id = client), 24)
    END)
$$;

-- From when on what is over may be erased: managers get a mail at least thirty days before, once a week.
CREATE FUNCTION retention_floor(client uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest((SELECT retention_since FROM platform_settings),
                  (SELECT changed_at FROM retention WHERE client_id = client)) + interval '37 days'
$$;

-- Ended tests whose data is still here, the oldest first.
CREATE INDEX assignments_kept ON assignments (client_id, ended_at) WHERE erased_at IS NULL AND ended_at IS NOT NULL;
-- People with anything that is still here.
CREATE INDEX memberships_kept ON memberships (client_id, joined_at) WHERE erased_at IS NULL AND role <> 'manager';
