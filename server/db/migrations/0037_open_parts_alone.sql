-- What managers read must not change by what somebody answered on sensitive scales, or by a withdrawal, which deletes it.

-- From when a test's period counts: as before, but answers to sensitive questions are none of what its person did.
CREATE OR REPLACE FUNCTION kept_from(client uuid, assignment uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.status <> 'pending' THEN a.ended_at
    WHEN a.due_date >= (now() AT TIME ZONE c.time_zone)::date THEN NULL
    ELSE greatest(a.created_at, a.opens_at, t.started_at,
      (SELECT max(p.stored_at) FROM responses p
        WHERE p.client_id = client AND p.attempt_id = t.id AND p.item_id <> ALL (v.sensitive_items)),
      (SELECT max(created_at) FROM attempt_tokens WHERE client_id = client AND attempt_id = t.id))
  END
  FROM assignments a JOIN clients c ON c.id = a.client_id JOIN inventory_versions v ON v.id = a.version_id
  LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
  WHERE a.client_id = client AND a.id = assignment
$$;

-- The scales that everybody is asked about, without totals; none of a version without sensitive scales.
CREATE FUNCTION open_scales_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN sensitive_scales_of(definition) = '{}' THEN '{}'::text[] ELSE ARRAY(
    SELECT scale ->> 'key' FROM jsonb_array_elements(definition -> 'scales') AS scale
    WHERE scale ->> 'sensitive' IS DISTINCT FROM 'true' AND NOT scale ? 'of' ORDER BY 1) END;
ALTER TABLE inventory_versions
  ADD COLUMN open_scales text[] NOT NULL GENERATED ALWAYS AS (open_scales_of(definition)) STORED;

-- Whether a result counts for its group: a fifth of its questions is answered; of a version with sensitive scales, of the
-- questions of its open ones. These are the same for who was asked about the others and who was not.
CREATE FUNCTION is_compared(scores jsonb, open_scales text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN open_scales = '{}'
    THEN (scores #>> '{totals,answered}')::numeric * 5 >= (scores #>> '{totals,presented}')::numeric
    ELSE (SELECT sum((s ->> 'answered')::numeric) * 5 >= sum((s ->> 'presented')::numeric)
      FROM jsonb_array_elements(scores -> 'scales') s WHERE s ->> 'key' = ANY (open_scales)) END, true)
$$;
CREATE FUNCTION open_scales_in(version uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT open_scales FROM inventory_versions WHERE id = version
$$;
CREATE OR REPLACE FUNCTION sum_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION sum_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION sum_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;

-- The sums of the results that are judged otherwise now, as the triggers would change them.
CREATE TEMPORARY TABLE judged ON COMMIT DROP AS
  SELECT r.client_id, r.version_id, r.assignment_id, r.group_name, r.scores,
    CASE WHEN is_compared(r.scores, v.open_scales) THEN 1 ELSE -1 END AS sign
  FROM results r JOIN inventory_versions v ON v.id = r.version_id
  WHERE v.open_scales <> '{}' AND is_compared(r.scores, v.open_scales) <> is_compared(r.scores);
INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM judged r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM judged r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
DROP FUNCTION is_compared(jsonb);
