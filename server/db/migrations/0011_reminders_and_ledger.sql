-- Which days before a test is due its person is reminded; none for a client that does not want it.
ALTER TABLE clients ADD COLUMN reminder_days integer[] NOT NULL DEFAULT '{3,1}' CHECK (reminder_days <@ ARRAY[1, 3]);

-- One reminder of one assignment. Those that are due and unsent go out together, in one mail a person.
CREATE TABLE reminders (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  -- By the clock: of which last day, and how many days before it. Null for one that somebody asked for.
  due_date date,
  days_before integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- Not before: nobody is written to at night.
  send_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  CHECK ((due_date IS NULL) = (days_before IS NULL)),
  CHECK ((due_date IS NULL) = (created_by IS NOT NULL))
);
-- Never twice, also when several servers look at the same moment.
CREATE UNIQUE INDEX reminders_once ON reminders (client_id, assignment_id, due_date, days_before) WHERE due_date IS NOT NULL;
CREATE INDEX reminders_assignment ON reminders (client_id, assignment_id, send_at DESC);
CREATE INDEX reminders_unsent ON reminders (client_id, membership_id) WHERE sent_at IS NULL;

-- What a manager decided about answers that came after the limit.
ALTER TABLE results
  ADD COLUMN late_decision text CHECK (late_decision IN ('accepted', 'left')),
  ADD COLUMN late_decided_at timestamptz,
  ADD COLUMN late_decided_by uuid REFERENCES users (id),
  ADD CHECK ((late_decision IS NULL) = (late_decided_at IS NULL));

-- The ledger by time and by kind.
CREATE INDEX quota_entries_time ON quota_entries (client_id, created_at DESC, id DESC);
CREATE INDEX quota_entries_kind ON quota_entries (client_id, kind, created_at DESC, id DESC);
