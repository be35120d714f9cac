-- Which job is sending a reminder, so that of two mails to one person each names its own tests.
ALTER TABLE reminders
  ADD COLUMN claimed_by text,
  ADD COLUMN claimed_at timestamptz,
  ADD CHECK ((claimed_by IS NULL) = (claimed_at IS NULL));
