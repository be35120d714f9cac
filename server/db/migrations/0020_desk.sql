ALTER TABLE person_requests
  DROP CONSTRAINT person_requests_identity_check,
  DROP CONSTRAINT person_requests_check1,
  -- What the desk wrote about its check; only "other" needs it.
  ADD COLUMN identity_note text NOT NULL DEFAULT '',
  -- The address that the desk's check has shown to be the person's own.
  ADD COLUMN identity_email text,
  -- How the answer went to the person; null until it does, and where an erasure by hand was the answer.
  ADD COLUMN answered_by text CHECK (answered_by IN ('mail', 'hand')),
  -- The last reminder of the deadline: a week before it, a day before it, or once it is over.
  ADD COLUMN reminded text CHECK (reminded IN ('week', 'day', 'overdue')),
  ADD CHECK (answered_by IS NULL OR decision IS NOT NULL);
-- How the desk had checked was not kept.
UPDATE person_requests SET identity = 'other' WHERE identity = 'desk';
-- By the person's session, which a code or their own password had shown to be theirs; or how the desk made sure.
ALTER TABLE person_requests
  ADD CONSTRAINT person_requests_identity_check CHECK (identity IN ('code', 'password', 'document', 'call', 'other')),
  ADD CONSTRAINT person_requests_identity_by_check
    CHECK (coalesce(identity IN ('document', 'call', 'other'), false) = (identity_by IS NOT NULL));

ALTER TABLE consents
  -- When it was given by the clock of a tablet without a connection; `accepted_at` is then when it arrived.
  ADD COLUMN device_accepted_at timestamptz;

-- A result from before the session needs more than a link, however the session was opened.
ALTER TABLE sessions DROP COLUMN after_work;

ALTER TABLE assignments
  -- The end of the retention period that its client's managers have a mail about. Another end since needs another mail.
  ADD COLUMN erasure_announced timestamptz;
