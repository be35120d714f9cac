-- Erasing personal data: what was typed and answered goes, the ledger keeps its units and means keep their numbers.

ALTER TABLE users ADD COLUMN erased_at timestamptz;

ALTER TABLE memberships
  ADD COLUMN erased_at timestamptz,
  -- A legal hold: the data may be needed for a claim, so nothing of it is erased until the hold ends.
  ADD COLUMN held_at timestamptz,
  ADD COLUMN held_by uuid REFERENCES users (id),
  ADD COLUMN hold_reason text NOT NULL DEFAULT '',
  ADD CHECK ((held_at IS NULL) = (held_by IS NULL)),
  ADD CHECK ((held_at IS NULL) = (hold_reason = ''));
CREATE INDEX memberships_held_by ON memberships (held_by) WHERE held_by IS NOT NULL;

-- Its answers, result and notes are gone. The row stays, because ledger entries name it.
ALTER TABLE assignments ADD COLUMN erased_at timestamptz;

-- What was erased, so that it is erased again after a restore from a backup, and so that it can be counted.
CREATE TABLE erasures (
  client_id uuid NOT NULL REFERENCES clients (id),
  -- A hash, keyed outside of the database, of what was erased. Who has a backup and the key finds it again; nobody else does.
  subject bytea NOT NULL,
  what text NOT NULL CHECK (what IN ('person', 'test', 'scale')),
  reason text NOT NULL CHECK (reason IN ('manager', 'request', 'withdrawal', 'retention', 'restore')),
  erased_at timestamptz NOT NULL DEFAULT now(),
  -- How many rows of which kind.
  counts jsonb NOT NULL,
  PRIMARY KEY (client_id, subject)
);
CREATE INDEX erasures_by_time ON erasures (client_id, erased_at DESC);

-- An erased person's entries stay, under an id that names nobody and without the network address. Everything else of an
-- entry is as it was, and only the transaction that erases this person may change these three columns.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erasing text := current_setting('terazi.erasing', true);
BEGIN
  IF TG_OP = 'UPDATE' AND erasing <> ''
    AND (NEW.id, NEW.at, NEW.action, NEW.reason, NEW.client_id, NEW.details, NEW.command_id)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.reason, OLD.client_id, OLD.details, OLD.command_id)
    AND erasing IN (OLD.actor_id::text, OLD.subject_id::text)
    AND (NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id OR OLD.actor_id::text = erasing
      AND EXISTS (SELECT FROM users WHERE id = NEW.actor_id AND erased_at IS NOT NULL))
    AND (NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id OR OLD.subject_id::text = erasing
      AND EXISTS (SELECT FROM users WHERE id = NEW.subject_id AND erased_at IS NOT NULL))
    AND (NEW.address = OLD.address
      OR NEW.address = '' AND (OLD.actor_id IS NULL OR OLD.actor_id::text = erasing))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;

-- What people ask about their own data, and what was decided.
CREATE TABLE person_requests (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  membership_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'rectification', 'erasure', 'objection')),
  -- The test that an objection is about; null for one about everything, and for the other kinds.
  assignment_id uuid,
  message text NOT NULL DEFAULT '',
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- By when the law asks for an answer.
  due_at timestamptz NOT NULL,
  -- How it is known that it is this person: by a code to a contact that they had proved, or by somebody at the desk.
  identity text CHECK (identity IN ('code', 'desk')),
  identity_at timestamptz,
  identity_by uuid REFERENCES users (id),
  decision text CHECK (decision IN ('accepted', 'refused')),
  reason text NOT NULL DEFAULT '',
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((identity IS NULL) = (identity_at IS NULL)),
  CHECK ((identity IS NOT DISTINCT FROM 'desk') = (identity_by IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  -- An erasure by hand or by the end of a period answers a request for one.
  CHECK (decision IS NOT NULL OR decided_by IS NULL),
  CHECK (assignment_id IS NULL OR kind = 'objection')
);
-- Open ones first, by their deadline; for one client, and for the installation.
CREATE INDEX person_requests_open ON person_requests (client_id, due_at, id) WHERE decision IS NULL;
CREATE INDEX person_requests_open_all ON person_requests (due_at, id) WHERE decision IS NULL;
CREATE INDEX person_requests_list ON person_requests (client_id, created_at DESC, id DESC);
CREATE INDEX person_requests_list_all ON person_requests (created_at DESC, id DESC);
CREATE INDEX person_requests_of_membership ON person_requests (client_id, membership_id, created_at);
CREATE INDEX person_requests_of_assignment ON person_requests (client_id, assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX person_requests_identity_by ON person_requests (identity_by) WHERE identity_by IS NOT NULL;
CREATE INDEX person_requests_decided_by ON person_requests (decided_by) WHERE decided_by IS NOT NULL;
