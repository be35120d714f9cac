-- A device becomes a tablet of a test day by a code of its own, in place of the day's number and PIN. The code is made from
-- its id, its turn and the installation's key. A tablet types it before anybody knows of which client.
CREATE TABLE setup_codes (
  code_hash bytea PRIMARY KEY,
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The tablet that has used it up.
  tablet_id uuid
);
CREATE INDEX setup_codes_of_day ON setup_codes (client_id, test_day_id, id);

DROP TABLE test_day_numbers;
ALTER TABLE test_days DROP COLUMN number,
  -- Of the PIN that is valid now.
  ADD COLUMN wrong_pins integer NOT NULL DEFAULT 0;

ALTER TABLE tablets
  -- The hash of a secret that the device made: with it the device gets its token again where the answer was lost.
  ADD COLUMN device_hash bytea,
  -- Since when a manager's confirmation is needed, and when it was given.
  ADD COLUMN pending_at timestamptz,
  ADD COLUMN confirmed_at timestamptz;
