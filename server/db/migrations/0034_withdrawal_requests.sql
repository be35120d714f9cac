-- Somebody without a confirmed address withdraws at the desk what they agreed to on their phone.
ALTER TABLE person_requests DROP CONSTRAINT person_requests_kind_check,
  ADD CONSTRAINT person_requests_kind_check
    CHECK (kind IN ('access', 'rectification', 'withdrawal', 'erasure', 'objection'));
