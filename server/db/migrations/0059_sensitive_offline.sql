-- Whether the day's sensitive tests may be begun without a connection. Days that are planned already allow it no more.
ALTER TABLE test_days ADD COLUMN sensitive_offline boolean NOT NULL DEFAULT false;

-- A delivery also waits that began a sensitive test where that was not allowed.
ALTER TABLE waiting_deliveries DROP CONSTRAINT waiting_deliveries_reason_check,
  ADD CONSTRAINT waiting_deliveries_reason_check CHECK (reason IN ('withdrawn', 'replaced_code', 'needs_connection'));
