-- Registrations: a link with a QR code by which people register themselves for a vacancy's tests.

CREATE TABLE registrations (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  -- The end of the link. It hangs on walls, so it is no secret; it is random so that nobody finds others by counting.
  code text NOT NULL,
  name text NOT NULL,
  -- The tests, in the order in which they are shown.
  inventory_ids uuid[] NOT NULL CHECK (cardinality(inventory_ids) > 0),
  group_name text NOT NULL DEFAULT '',
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  due_date date,
  -- How many people may register; those who were refused don't count.
  cap integer NOT NULL CHECK (cap > 0),
  ends_on date NOT NULL,
  -- Whether a manager decides about each person.
  approval boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  closed_at timestamptz,
  -- Null when its last day ended.
  closed_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, code),
  CHECK (closed_by IS NULL OR closed_at IS NOT NULL)
);
CREATE INDEX registrations_code ON registrations (code);
CREATE INDEX registrations_list ON registrations (client_id, created_at DESC, id DESC);
CREATE INDEX registrations_open ON registrations (ends_on) WHERE closed_at IS NULL;

CREATE TABLE registrants (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  name text NOT NULL,
  -- One of the two. An address was verified by a code before the row was added; a phone can't be.
  email text,
  phone text,
  -- What is the same for the same person: the address, or the phone's last ten digits.
  contact text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  notice_version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Null when nobody had to decide.
  decided_by uuid REFERENCES users (id),
  -- Who it is among the client's people, once accepted.
  membership_id uuid,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, registration_id) REFERENCES registrations (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  UNIQUE (client_id, registration_id, contact),
  CHECK ((email IS NULL) <> (phone IS NULL)),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'accepted') = (membership_id IS NOT NULL))
);
CREATE INDEX registrants_list ON registrants (client_id, registration_id, created_at DESC, id DESC);
CREATE INDEX registrants_refused ON registrants (decided_at) WHERE state = 'refused';

-- Somebody who gave an address and has not entered the code that was mailed to it. Deleted when they do, or after a day.
CREATE TABLE registration_checks (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  -- Of the secret that the browser got: the code alone opens nothing.
  token_hash bytea NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  notice_version integer NOT NULL,
  -- Keyed, because a million codes are soon tried. Null until the mail is written.
  code_hash bytea,
  code_ends_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, registration_id) REFERENCES registrations (client_id, id)
);
CREATE INDEX registration_checks_token ON registration_checks (client_id, registration_id, token_hash);
CREATE INDEX registration_checks_age ON registration_checks (created_at);

-- A registration reserves a unit of each test for each place. A reserved unit names its assignment once there is one.
ALTER TABLE quota_entries
  ADD COLUMN registration_id uuid,
  ADD CONSTRAINT quota_entries_registration_fkey
    FOREIGN KEY (client_id, registration_id) REFERENCES registrations (client_id, id),
  DROP CONSTRAINT quota_entries_kind_check,
  ADD CONSTRAINT quota_entries_kind_check CHECK (
    kind IN ('addition', 'assignment', 'return', 'purchase', 'refund', 'reservation', 'release')),
  DROP CONSTRAINT quota_entries_assignment_check,
  ADD CONSTRAINT quota_entries_assignment_check CHECK (
    CASE kind WHEN 'assignment' THEN assignment_id IS NOT NULL WHEN 'return' THEN assignment_id IS NOT NULL
      WHEN 'reservation' THEN assignment_id IS NULL OR quantity = -1 ELSE assignment_id IS NULL END),
  ADD CONSTRAINT quota_entries_registration_check
    CHECK ((kind IN ('reservation', 'release')) = (registration_id IS NOT NULL)),
  DROP CONSTRAINT quota_entries_sign_check,
  ADD CONSTRAINT quota_entries_sign_check
    CHECK (kind = 'refund' OR (kind IN ('assignment', 'reservation')) = (quantity < 0));
CREATE INDEX quota_entries_reserved ON quota_entries (client_id, registration_id, inventory_id, id)
  WHERE kind = 'reservation' AND assignment_id IS NULL;

-- Screens of the client that are open look again.
CREATE TRIGGER registrants_added AFTER INSERT ON registrants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER registrants_changed AFTER UPDATE ON registrants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
