-- A shorter retention period takes effect 37 days after the change, because managers get a mail at least thirty days before,
-- once a week. Until then the longer one that it replaced applies. So a shorter period moves nobody's day later (0084).

-- Periods that a change has replaced.
CREATE TABLE retention_former (
  client_id uuid NOT NULL REFERENCES clients (id),
  replaced_at timestamptz NOT NULL,
  candidate_months integer NOT NULL,
  employee_months integer NOT NULL,
  sensitive_months integer NOT NULL,
  -- Of single inventories, by their id.
  tests jsonb NOT NULL,
  PRIMARY KEY (client_id, replaced_at)
);

-- A trigger, so that a change by an older server, beside a new one during an upgrade, is kept as well. Both versions change
-- retention first and retention_tests after it.
CREATE FUNCTION keep_former_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM retention_former WHERE client_id = OLD.client_id AND replaced_at < now() - interval '37 days';
  -- Not now(): the lock orders changes, and a transaction that waited for it may have begun before the other.
  INSERT INTO retention_former (client_id, replaced_at, candidate_months, employee_months, sensitive_months, tests)
  SELECT OLD.client_id, clock_timestamp(), OLD.candidate_months, OLD.employee_months, OLD.sensitive_months,
    coalesce(jsonb_object_agg(inventory_id, months), '{}') FROM retention_tests WHERE client_id = OLD.client_id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former_periods AFTER UPDATE OF candidate_months, employee_months, sensitive_months ON retention
  FOR EACH ROW EXECUTE FUNCTION keep_former_periods();

-- Which periods earlier changes replaced is unknown: the longest, so that nothing is erased earlier than announced.
INSERT INTO retention_former (client_id, replaced_at, candidate_months, employee_months, sensitive_months, tests)
  SELECT client_id, changed_at, 120, 120, 120, '{}' FROM retention WHERE changed_at > now() - interval '37 days';

-- Nothing is erased before managers had their month to read that there are periods at all.
CREATE FUNCTION erasing_start() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT retention_since + interval '37 days' FROM platform_settings
$$;

-- Only older servers call it: nothing for 37 days after any change.
CREATE OR REPLACE FUNCTION retention_floor(client uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(erasing_start(), (SELECT max(replaced_at) + interval '37 days' FROM retention_former WHERE client_id = client))
$$;

-- How many months a test is kept: the period in force, and longer ones that were replaced, with until when they apply.
CREATE FUNCTION retention_periods(client uuid, inventory uuid, role text, sensitive boolean)
RETURNS TABLE (months integer, until timestamptz) LANGUAGE sql STABLE AS $$
  WITH in_force AS (SELECT retention_months(client, inventory, role, sensitive) AS months)
  SELECT months, NULL FROM in_force
  UNION ALL
  SELECT former.months, max(former.replaced_at) + interval '37 days'
  FROM in_force, (
    SELECT replaced_at, coalesce((tests ->> inventory::text)::integer, CASE
      WHEN sensitive THEN sensitive_months
      WHEN role = 'candidate' THEN candidate_months
      ELSE employee_months END) AS months
    FROM retention_former WHERE client_id = client) former
  WHERE former.months > in_force.months GROUP BY former.months
$$;

-- How many months apply now.
CREATE FUNCTION applied_months(client uuid, inventory uuid, role text, sensitive boolean) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max(months) FROM retention_periods(client, inventory, role, sensitive) WHERE until IS NULL OR until >= now()
$$;

-- When such a period ends; null without a start.
CREATE FUNCTION period_end(start timestamptz, months integer, until timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN start + make_interval(months => months) > until THEN until ELSE start + make_interval(months => months) END
$$;

-- When a test is erased whose period begins with start: at the last of these ends.
CREATE FUNCTION retention_end(client uuid, inventory uuid, role text, sensitive boolean, start timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN start IS NOT NULL THEN greatest(erasing_start(),
    (SELECT max(period_end(start, months, until)) FROM retention_periods(client, inventory, role, sensitive))) END
$$;

-- When the name and contact of somebody are erased: as before (0032), but by retention_end().
CREATE OR REPLACE FUNCTION person_kept_until(client uuid, person uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_and(one.start IS NOT NULL AND m.held_at IS NULL)
    THEN max(retention_end(client, NULL, m.role, false, one.start)) END
  FROM memberships m CROSS JOIN LATERAL (
    SELECT CASE
      WHEN count(*) FILTER (WHERE a.erased_at IS NULL) > 0 THEN NULL
      WHEN m.role = 'candidate' OR m.removed_at IS NOT NULL
        THEN greatest(m.removed_at, max(a.ended_at), CASE m.role WHEN 'candidate' THEN m.joined_at END)
    END AS start
    FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id) one
  WHERE m.client_id = client AND m.user_id = person AND m.erased_at IS NULL AND m.role <> 'manager'
$$;
