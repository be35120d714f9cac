ALTER TABLE report_recipients
  -- The reader who hears of flagged results and sees the flags.
  ADD COLUMN clinician boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX report_recipients_clinician ON report_recipients (client_id, inventory_id) WHERE clinician;

ALTER TABLE consents
  -- What its page said beside the notice: why the client asks, who reads the result. text_hash covers it.
  ADD COLUMN recipients_text text NOT NULL DEFAULT '',
  -- The clinician that this names.
  ADD COLUMN clinician_id uuid REFERENCES users (id),
  ADD CHECK (recipients_text <> '' OR clinician_id IS NULL),
  ADD CHECK (recipients_text = '' OR kind = 'explicit_consent');
