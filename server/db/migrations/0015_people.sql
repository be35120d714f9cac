-- People without an address, lists that are taken in behind the scenes, prices, and what operators look at.

-- A plant knows its people by number.
CREATE UNIQUE INDEX memberships_staff_number ON memberships (client_id, staff_number)
  WHERE removed_at IS NULL AND staff_number <> '';
-- The last ten digits: 0532 111 22 33 and +90 532 111 22 33 are one telephone.
CREATE INDEX memberships_phone ON memberships (client_id, right(regexp_replace(phone, '\D', '', 'g'), 10))
  WHERE removed_at IS NULL AND phone <> '';
CREATE INDEX memberships_group ON memberships (client_id, group_name, role) WHERE removed_at IS NULL;

-- A list of people that is being taken in. The people themselves are added in one transaction; `done` is written beside
-- it, so that whoever looks sees how far it has come.
CREATE TABLE invitation_jobs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  -- Text and not jsonb: people paste characters that jsonb refuses. Emptied once the list is taken in.
  request text NOT NULL,
  address text NOT NULL,
  result jsonb,
  problem jsonb,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX invitation_jobs_age ON invitation_jobs (created_at);

-- What one unit costs from a quantity on, in kuruş without VAT.
CREATE TABLE price_tiers (
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  from_quantity integer NOT NULL CHECK (from_quantity > 0),
  unit_price_kurus integer NOT NULL CHECK (unit_price_kurus >= 0),
  PRIMARY KEY (inventory_id, from_quantity)
);

-- Days on which assignments ran out or were taken away count too.
CREATE OR REPLACE FUNCTION assignment_facts(
  status text, created_at timestamptz, started_at timestamptz, ended_at timestamptz, due_date date, zone text
) RETURNS TABLE (what text, day date) LANGUAGE sql STABLE AS $$
  SELECT f.what, f.day FROM (VALUES
    (status, '-infinity'::date),
    (CASE WHEN status = 'pending' AND started_at IS NOT NULL THEN 'started' END, '-infinity'::date),
    ('assigned_on', (created_at AT TIME ZONE zone)::date),
    (CASE WHEN status <> 'pending' THEN status || '_on' END, (ended_at AT TIME ZONE zone)::date),
    (CASE WHEN status = 'pending' THEN 'due_on' END, due_date)
  ) AS f (what, day)
  WHERE f.what IS NOT NULL AND f.day IS NOT NULL
$$;
INSERT INTO tallies (client_id, what, day, inventory_id, count)
SELECT a.client_id, a.status || '_on', (a.ended_at AT TIME ZONE c.time_zone)::date, a.inventory_id, count(*)
FROM assignments a JOIN clients c ON c.id = a.client_id
WHERE a.status IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4;

-- What operators see over all clients.
CREATE INDEX tallies_of_all ON tallies (what, day) INCLUDE (count);
CREATE INDEX quotas_low ON quotas (client_id) WHERE purchased > 0 AND available::bigint * 5 <= purchased;
