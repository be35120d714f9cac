-- What somebody read and agreed to, as a record: the text itself by its hash, on what kind of device, how they got there.
ALTER TABLE consents
  -- SHA-256 of the text that was shown.
  ADD COLUMN text_hash bytea CHECK (length(text_hash) = 32),
  ADD COLUMN device text NOT NULL DEFAULT 'unknown' CHECK (device IN ('phone', 'tablet', 'computer', 'mac', 'unknown')),
  -- By an invitation's link or code, by a signed-in account, or on a test day's tablet; null for what was given before this.
  ADD COLUMN channel text CHECK (channel IN ('link', 'account', 'tablet')),
  ADD COLUMN withdrawn_at timestamptz,
  ADD CHECK (withdrawn_at IS NULL OR kind = 'explicit_consent');
UPDATE consents c
SET text_hash = sha256(convert_to(coalesce(v.definition #>> ARRAY['texts', c.locale, 'notices', c.notice_id, 'text'], ''), 'UTF8'))
FROM inventory_versions v WHERE v.id = c.version_id;
ALTER TABLE consents ALTER COLUMN text_hash SET NOT NULL;
CREATE INDEX consents_of_person ON consents (user_id, accepted_at DESC);

ALTER TABLE assignments
  DROP CONSTRAINT assignments_end_reason_check,
  ADD CONSTRAINT assignments_end_reason_check
    CHECK (end_reason IN ('cancelled', 'removed', 'consent_refused', 'past_due', 'replaced', 'consent_withdrawn')),
  -- Its consent was withdrawn under a legal hold: kept for the claim, used for nothing, and erased when the hold ends.
  ADD COLUMN restricted_at timestamptz;
CREATE INDEX assignments_restricted ON assignments (client_id, membership_id) WHERE restricted_at IS NOT NULL;
