-- When a test can be started, in which order the tests of one invitation are taken, and how soon a test may be given again.

ALTER TABLE assignments
  -- Not to be started before.
  ADD COLUMN opens_at timestamptz,
  -- The tests that one person takes in order have the same battery; the next one opens so many minutes after the one before.
  ADD COLUMN battery_id uuid,
  ADD COLUMN battery_place integer,
  ADD COLUMN pause_minutes integer CHECK (pause_minutes >= 0),
  ADD CONSTRAINT assignments_battery_check CHECK (num_nulls(battery_id, battery_place, pause_minutes) IN (0, 3)),
  DROP CONSTRAINT assignments_end_reason_check,
  ADD CONSTRAINT assignments_end_reason_check
    CHECK (end_reason IN ('cancelled', 'removed', 'consent_refused', 'past_due', 'replaced'));

-- How many days pass before a client gives the same inventory to the same person again; without a row none.
CREATE TABLE cool_downs (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  days integer NOT NULL CHECK (days > 0),
  PRIMARY KEY (client_id, inventory_id)
);
