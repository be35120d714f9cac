-- What registrations hold reserved is shown beside what is used.
CREATE INDEX quota_entries_held ON quota_entries (client_id, inventory_id) INCLUDE (quantity)
  WHERE registration_id IS NOT NULL AND assignment_id IS NULL;

-- How often a phone that had registered came again. It gets the same answer as everybody, so only managers learn of it.
ALTER TABLE registrants
  ADD COLUMN repeats integer NOT NULL DEFAULT 0,
  ADD COLUMN repeated_at timestamptz;

-- A registration for a test day: who is accepted is put on the day. Its last day is the day at the latest.
ALTER TABLE registrations
  ADD COLUMN test_day_id uuid,
  ADD CONSTRAINT registrations_test_day_fkey
    FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  ADD CONSTRAINT registrations_due_check CHECK (test_day_id IS NULL OR due_date IS NULL);
CREATE INDEX registrations_of_test_day ON registrations (client_id, test_day_id) WHERE test_day_id IS NOT NULL;
