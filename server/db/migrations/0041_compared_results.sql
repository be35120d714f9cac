-- A result with hardly an answer says nothing of a group: below a fifth of the questions answered it is not compared with,
-- neither in the means nor in the number of people.
CREATE FUNCTION is_compared(scores jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((scores #>> '{totals,answered}')::numeric * 5 >= (scores #>> '{totals,presented}')::numeric, true)
$$;

CREATE OR REPLACE FUNCTION sum_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION sum_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION sum_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;

-- What was there before, once more.
LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM group_sum_changes;
DELETE FROM group_sums;
DELETE FROM group_people;
INSERT INTO group_sums (client_id, version_id, group_name, key, total, count)
SELECT r.client_id, r.version_id, g.name, p.key, sum(p.value), count(*)
FROM results r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
WHERE is_compared(r.scores)
GROUP BY 1, 2, 3, 4;
INSERT INTO group_people (client_id, version_id, group_name, user_id, results)
SELECT r.client_id, r.version_id, g.name, a.user_id, count(*)
FROM results r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
WHERE is_compared(r.scores)
GROUP BY 1, 2, 3, 4;
