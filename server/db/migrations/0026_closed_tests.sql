-- A running sensitive test that ended because it was closed to its client, or to candidates. Its answers are erased.
ALTER TABLE assignments
  DROP CONSTRAINT assignments_end_reason_check,
  ADD CONSTRAINT assignments_end_reason_check
    CHECK (end_reason IN ('cancelled', 'removed', 'consent_refused', 'past_due', 'replaced', 'consent_withdrawn', 'closed'));
