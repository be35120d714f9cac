-- Test days: people take tests on one day at one place, on tablets that a manager has opened. And what a manager does while
-- tests run: pauses, more minutes, notes.

CREATE TABLE test_days (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  place text NOT NULL,
  day date NOT NULL,
  rooms text[] NOT NULL DEFAULT '{}',
  locale text NOT NULL,
  inventory_ids uuid[] NOT NULL,
  -- Named on tablets; the reference table below finds the day by it.
  number text NOT NULL,
  -- The PIN is made from the day, this and the installation's key.
  pin_turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  closed_at timestamptz,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX test_days_by_day ON test_days (client_id, day DESC, id DESC);

CREATE TABLE test_day_numbers (
  number text PRIMARY KEY CHECK (number ~ '^[0-9]{8}$'),
  client_id uuid NOT NULL,
  test_day_id uuid NOT NULL
);

CREATE TABLE test_day_people (
  client_id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  room text NOT NULL DEFAULT '',
  -- The code is made from the person, this and the installation's key; a replaced one has another number.
  code_turn integer NOT NULL DEFAULT 0,
  code_hash bytea NOT NULL,
  PRIMARY KEY (client_id, test_day_id, membership_id),
  UNIQUE (client_id, test_day_id, code_hash),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);
CREATE INDEX test_day_people_by_membership ON test_day_people (client_id, membership_id);
CREATE INDEX test_day_people_by_user ON test_day_people (user_id);

CREATE TABLE tablets (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  name text NOT NULL,
  room text NOT NULL DEFAULT '',
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  opened_at timestamptz,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id)
);
CREATE INDEX tablets_of_day ON tablets (client_id, test_day_id);

ALTER TABLE assignments ADD COLUMN test_day_id uuid;
ALTER TABLE assignments ADD FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id);
CREATE INDEX assignments_of_test_day ON assignments (client_id, test_day_id) WHERE test_day_id IS NOT NULL;

-- A session that was opened on a tablet reaches one day's tests.
ALTER TABLE sessions ADD COLUMN test_day_id uuid, ADD COLUMN tablet_id uuid;
CREATE INDEX sessions_on_tablet ON sessions (tablet_id) WHERE tablet_id IS NOT NULL;

ALTER TABLE attempts
  -- Where it was opened last; null: on a device of the person's own.
  ADD COLUMN tablet_id uuid,
  -- Begun without a connection: its times are the tablet's.
  ADD COLUMN offline_id uuid,
  -- While it is paused its clocks have a day more, which is taken off again when it goes on.
  ADD COLUMN paused_at timestamptz,
  ADD COLUMN paused_seconds integer NOT NULL DEFAULT 0,
  ADD COLUMN added_seconds integer NOT NULL DEFAULT 0,
  ADD COLUMN ended_by uuid REFERENCES users (id);
-- For the sweep of pauses that nobody has ended.
CREATE INDEX attempts_paused ON attempts (paused_at) WHERE paused_at IS NOT NULL;
CREATE INDEX attempts_ended_by ON attempts (ended_by) WHERE ended_by IS NOT NULL;

-- The last sign of each device. Not logged: it is worth nothing a minute later, and must cost answers nothing.
CREATE UNLOGGED TABLE attempt_presence (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  item_id text,
  unsent integer NOT NULL DEFAULT 0,
  -- Counted with each sign, so that a live board of hundreds of attempts counts nothing.
  answered integer NOT NULL DEFAULT 0,
  answered_at timestamptz,
  -- Who was paused has not been idle.
  resumed_at timestamptz,
  PRIMARY KEY (client_id, attempt_id)
);

CREATE TABLE assignment_notes (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
CREATE INDEX assignment_notes_of_assignment ON assignment_notes (client_id, assignment_id, created_at);
CREATE INDEX assignment_notes_by_user ON assignment_notes (created_by);

-- A test that somebody began twice without a connection: the first to arrive counts, this is the other one.
CREATE TABLE kept_attempts (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  tablet_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  submitted boolean NOT NULL,
  responses jsonb NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
CREATE INDEX kept_attempts_of_day ON kept_attempts (client_id, test_day_id, received_at DESC);
CREATE INDEX kept_attempts_of_assignment ON kept_attempts (client_id, assignment_id);
