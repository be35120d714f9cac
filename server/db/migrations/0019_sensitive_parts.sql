-- What is sensitive of a version, as the server reads its definition (scoring/form/left-out.ts). Nothing of a version that is
-- sensitive as a whole. Queries that count what managers see leave these items out for everybody.
-- With a body that is bound when it is made: a dump is restored without a search path, and fills generated columns then.
CREATE FUNCTION sensitive_scales_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN definition ->> 'sensitive' = 'true' THEN '{}'::text[] ELSE ARRAY(
    SELECT scale ->> 'key' FROM jsonb_array_elements(definition -> 'scales') AS scale
    WHERE scale ->> 'sensitive' = 'true' ORDER BY 1) END;
CREATE FUNCTION sensitive_items_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  BEGIN ATOMIC
    WITH kept AS (SELECT unnest(sensitive_scales_of(definition)) AS key), own AS (
      SELECT scale ->> 'key' AS key, item
      FROM jsonb_array_elements(definition -> 'scales') AS scale,
        jsonb_array_elements_text(coalesce(scale -> 'items', '[]')) AS item
      UNION ALL
      SELECT loads.key, item ->> 'id'
      FROM jsonb_array_elements(definition -> 'sections') AS section, jsonb_array_elements(section -> 'items') AS item,
        jsonb_each_text(item -> 'loads') AS loads (option, key)
      WHERE item ->> 'type' = 'forced_choice')
    SELECT ARRAY(SELECT item FROM own WHERE key IN (SELECT key FROM kept)
                 EXCEPT SELECT item FROM own WHERE key NOT IN (SELECT key FROM kept) ORDER BY 1);
  END;
ALTER TABLE inventory_versions
  -- As a whole.
  ADD COLUMN sensitive boolean NOT NULL GENERATED ALWAYS AS (coalesce(definition ->> 'sensitive' = 'true', false)) STORED,
  ADD COLUMN sensitive_scales text[] NOT NULL GENERATED ALWAYS AS (sensitive_scales_of(definition)) STORED,
  ADD COLUMN sensitive_items text[] NOT NULL GENERATED ALWAYS AS (sensitive_items_of(definition)) STORED;

-- From when a test's period counts: its end; of one that nobody hands in, the last thing that its person did, else the day it
-- was given. Null while its last day is to come, because that ends it.
CREATE FUNCTION kept_from(client uuid, assignment uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.status <> 'pending' THEN a.ended_at
    WHEN a.due_date >= (now() AT TIME ZONE c.time_zone)::date THEN NULL
    ELSE greatest(a.created_at, a.opens_at, t.started_at,
      (SELECT max(stored_at) FROM responses WHERE client_id = client AND attempt_id = t.id),
      (SELECT max(created_at) FROM attempt_tokens WHERE client_id = client AND attempt_id = t.id))
  END
  FROM assignments a JOIN clients c ON c.id = a.client_id
  LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
  WHERE a.client_id = client AND a.id = assignment
$$;

-- Tests in which the period of the sensitive scales was over: of all of them, so that it does not say who was asked.
ALTER TABLE retention_runs ADD COLUMN scales integer NOT NULL DEFAULT 0;

ALTER TABLE assignments
  -- The end of the period of its sensitive scales that its client's managers have a mail about.
  ADD COLUMN scales_announced timestamptz;

-- More is erased than managers have read about: they get their month first.
UPDATE platform_settings SET retention_since = now();

-- Managers read the ledger: a refused consent is shown to them as a test that was not taken.
UPDATE quota_entries SET reason = 'not_taken' WHERE kind = 'return' AND reason = 'consent_refused';
