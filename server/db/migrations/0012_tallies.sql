-- What dashboards and counts show, counted when it changes and not when it is asked for: docs/decisions/0012.

-- One number of a client: how many assignments stand in a status, were assigned on a day of the client's and so on.
CREATE TABLE tallies (
  client_id uuid NOT NULL REFERENCES clients (id),
  what text NOT NULL,
  -- -infinity for what belongs to no day.
  day date NOT NULL,
  -- All zeros for what belongs to no inventory.
  inventory_id uuid NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, what, day, inventory_id)
);

-- What has changed since the tallies were last brought up to date. Only added to, so that nobody waits for anybody: one
-- row per client would be locked by each of the people who hand their tests in at the same minute.
CREATE TABLE tally_changes (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  what text NOT NULL,
  day date NOT NULL,
  inventory_id uuid NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What one assignment counts as.
CREATE FUNCTION assignment_facts(
  status text, created_at timestamptz, started_at timestamptz, ended_at timestamptz, due_date date, zone text
) RETURNS TABLE (what text, day date) LANGUAGE sql STABLE AS $$
  SELECT f.what, f.day FROM (VALUES
    (status, '-infinity'::date),
    (CASE WHEN status = 'pending' AND started_at IS NOT NULL THEN 'started' END, '-infinity'::date),
    ('assigned_on', (created_at AT TIME ZONE zone)::date),
    (CASE WHEN status = 'completed' THEN 'completed_on' END, (ended_at AT TIME ZONE zone)::date),
    (CASE WHEN status = 'pending' THEN 'due_on' END, due_date)
  ) AS f (what, day)
  WHERE f.what IS NOT NULL AND f.day IS NOT NULL
$$;

-- Once a statement, however many rows it touched: ten thousand invitations are a handful of changes.
CREATE FUNCTION tally_assignments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, count(*)
    FROM came a JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, -count(*)
    FROM gone a JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, sum(a.sign)
    FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) a
      JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4 HAVING sum(a.sign) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER assignments_tally_added AFTER INSERT ON assignments
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();
CREATE TRIGGER assignments_tally_changed AFTER UPDATE ON assignments
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();
CREATE TRIGGER assignments_tally_removed AFTER DELETE ON assignments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();

-- People count by role while they belong to the client.
CREATE FUNCTION tally_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  nothing CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, count(*) FROM came WHERE removed_at IS NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, -count(*) FROM gone WHERE removed_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, sum(sign)
    FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) m
    WHERE removed_at IS NULL GROUP BY 1, 2 HAVING sum(sign) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER memberships_tally_added AFTER INSERT ON memberships
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();
CREATE TRIGGER memberships_tally_changed AFTER UPDATE ON memberships
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();
CREATE TRIGGER memberships_tally_removed AFTER DELETE ON memberships
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();

-- What was there before.
INSERT INTO tallies (client_id, what, day, inventory_id, count)
SELECT a.client_id, f.what, f.day, a.inventory_id, count(*)
FROM assignments a JOIN clients c ON c.id = a.client_id,
  assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
GROUP BY 1, 2, 3, 4;
INSERT INTO tallies (client_id, what, day, inventory_id, count)
SELECT client_id, role, '-infinity', '00000000-0000-0000-0000-000000000000', count(*)
FROM memberships WHERE removed_at IS NULL GROUP BY 1, 2;

-- The first few of who has not finished, and the newest results.
CREATE INDEX assignments_waiting ON assignments (client_id, due_date, created_at, id) WHERE status = 'pending';
CREATE INDEX assignments_done ON assignments (client_id, ended_at DESC, id DESC) WHERE status = 'completed';
