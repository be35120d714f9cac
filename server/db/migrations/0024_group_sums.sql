-- What a report compares a person with: the means of a group, summed up when a result comes and not when somebody reads
-- (docs/decisions/0012). A result counts for its group and, under the empty name, for the whole client.

CREATE TABLE group_sums (
  client_id uuid NOT NULL REFERENCES clients (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  group_name text NOT NULL,
  -- A scale's key; empty for the results themselves, which have a count and no total.
  key text NOT NULL,
  total numeric NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, version_id, group_name, key)
);

-- Only added to, so that nobody who hands in waits for anybody else.
CREATE TABLE group_sum_changes (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  version_id uuid NOT NULL,
  group_name text NOT NULL,
  key text NOT NULL,
  total numeric NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX group_sum_changes_group ON group_sum_changes (client_id, version_id, group_name);

-- Who has results in a group: somebody who took the test twice is one person.
CREATE TABLE group_people (
  client_id uuid NOT NULL REFERENCES clients (id),
  version_id uuid NOT NULL,
  group_name text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  results integer NOT NULL,
  PRIMARY KEY (client_id, version_id, group_name, user_id)
);

-- What one result adds: itself, and the percentage of each scale that was scored and may be compared.
CREATE FUNCTION result_parts(scores jsonb) RETURNS TABLE (key text, value numeric) LANGUAGE sql IMMUTABLE AS $$
  SELECT '', 0
  UNION ALL
  SELECT s ->> 'key', (s ->> 'percentage')::numeric FROM jsonb_array_elements(scores -> 'scales') s
  WHERE s ->> 'percentage' IS NOT NULL AND s ->> 'sensitive' IS DISTINCT FROM 'true'
$$;

CREATE FUNCTION groups_of(group_name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT '' UNION SELECT group_name
$$;

CREATE FUNCTION sum_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE FUNCTION sum_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE FUNCTION sum_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;

CREATE TRIGGER results_summed_added AFTER INSERT ON results
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_added_results();
CREATE TRIGGER results_summed_changed AFTER UPDATE ON results
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_results();
CREATE TRIGGER results_summed_removed AFTER DELETE ON results
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_results();

-- What was there before.
INSERT INTO group_sums (client_id, version_id, group_name, key, total, count)
SELECT r.client_id, r.version_id, g.name, p.key, sum(p.value), count(*)
FROM results r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
GROUP BY 1, 2, 3, 4;
INSERT INTO group_people (client_id, version_id, group_name, user_id, results)
SELECT r.client_id, r.version_id, g.name, a.user_id, count(*)
FROM results r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
GROUP BY 1, 2, 3, 4;
