-- What a withdrawn consent hid under a legal hold has a mark as well, so that it is hidden again after a restore.
ALTER TABLE erasures DROP CONSTRAINT erasures_reason_check,
  ADD CONSTRAINT erasures_reason_check
    CHECK (reason IN ('manager', 'request', 'withdrawal', 'retention', 'restore', 'restricted'));

-- When the name and contact of somebody are erased: at the latest end of all that they were at the client. Null while a test of
-- theirs is still here, because its own end comes first; while they are an employee; and under a legal hold.
CREATE FUNCTION person_kept_until(client uuid, person uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_and(one.start IS NOT NULL AND m.held_at IS NULL) THEN greatest(retention_floor(client),
    max(one.start + make_interval(months => retention_months(client, NULL, m.role, false)))) END
  FROM memberships m CROSS JOIN LATERAL (
    SELECT CASE
      WHEN count(*) FILTER (WHERE a.erased_at IS NULL) > 0 THEN NULL
      WHEN m.role = 'candidate' OR m.removed_at IS NOT NULL
        THEN greatest(m.removed_at, max(a.ended_at), CASE m.role WHEN 'candidate' THEN m.joined_at END)
    END AS start
    FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id) one
  WHERE m.client_id = client AND m.user_id = person AND m.erased_at IS NULL AND m.role <> 'manager'
$$;

ALTER TABLE memberships
  -- The end of their period that a mail has named to the client's managers.
  ADD COLUMN erasure_announced timestamptz;
