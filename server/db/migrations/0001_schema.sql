-- The schema of the first release. Later releases add files beside this one and never edit it.
--
-- Two kinds of tables: those that belong to a client, whose keys all begin with client_id, and reference tables
-- (people, inventories, the installation's own records). test/architecture/client-tables.ts checks it.

-- Text search -------------------------------------------------------------------------------------------------------

-- Searching for a part of a name or address uses an index of three-letter pieces.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Folds text as foldText() in TypeScript does: lower case, no marks, the four Turkish i's as one.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(
    normalize(lower(translate(normalize(value, NFC), 'Iİı', 'iii') COLLATE pg_catalog."und-x-icu"), NFD),
    '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
    '', 'g');

-- SIC-77, sic-77 and SİC-77 are one staff number: people type them as their keyboard does.
CREATE FUNCTION staff_number_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(fold_text(value), '\s+', ' ', 'g'));

-- People and their accounts -----------------------------------------------------------------------------------------

CREATE TABLE users (
  id uuid PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  email text UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  avatar text NOT NULL DEFAULT '',
  password_hash text,
  authority text[] NOT NULL DEFAULT '{}' CHECK (authority <@ ARRAY['admin', 'superuser']),
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  time_zone text NOT NULL DEFAULT 'Europe/Istanbul',
  email_verified_at timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Sorted as Turkish sorts: Ç after C and not after Z.
CREATE INDEX users_by_name ON users ((name COLLATE "tr-x-icu"), id);
CREATE INDEX users_name_search ON users USING gin (fold_text(name) gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);
-- Few users have a stored role or no address; these find them without reading everyone.
CREATE INDEX users_operators ON users (id) WHERE authority <> '{}';
CREATE INDEX users_without_email ON users (id) WHERE email IS NULL;

-- The public_id can't be guessed, because a browser asks for a picture without the session's header.
CREATE TABLE avatars (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  public_id text NOT NULL UNIQUE,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Only the SHA-256 of a token is stored, so a copy of the database opens no session.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- Set for a session opened by an invitation link: it reaches only this person's assignments of this client.
  invitation_client_id uuid,
  remembered boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Names the session in lists, where its token must not appear.
  id uuid NOT NULL UNIQUE,
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Browser and system are stored as a hash with the person's id: enough to recognise a device, and no list of devices.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  fingerprint bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, fingerprint)
);
CREATE INDEX known_devices_age ON known_devices (seen_at);

CREATE TABLE one_time_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL
    CHECK (purpose IN ('magic', 'manager_invitation', 'invitation', 'reset', 'verification', 'admin_magic')),
  -- The inviting client; set for invitations only.
  client_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The address the link was mailed to. Opening the link verifies the address only while it is still the person's.
  -- Null for a link that was handed over, which verifies nothing.
  email text,
  -- The hash of the code printed on a slip beside the link, for people who have to type. It opens the same link, so
  -- it is replaced, extended and deleted with it. Only invitations have one.
  code_hash bytea,
  -- The token and the code of a printed link are derived from this and a key outside of the database, so that the
  -- same slip can be printed again without a second link.
  seed bytea,
  CHECK ((purpose IN ('manager_invitation', 'invitation')) = (client_id IS NOT NULL)),
  CONSTRAINT one_time_links_code_check CHECK (code_hash IS NULL OR purpose = 'invitation'),
  CONSTRAINT one_time_links_seed_check CHECK (seed IS NULL OR code_hash IS NOT NULL)
);
CREATE INDEX one_time_links_user ON one_time_links (user_id, purpose);
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);
CREATE UNIQUE INDEX one_time_links_code ON one_time_links (code_hash) WHERE code_hash IS NOT NULL;

-- A row without confirmed_at is an unfinished setup; it asks no one for a code.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- Checking a code needs the secret itself, so it can't be a hash. It is encrypted where SECRET_KEY is set.
  secret bytea NOT NULL,
  sealed boolean NOT NULL,
  confirmed_at timestamptz,
  -- The last 30-second step whose code was accepted: each code works once.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Between the first step of a sign-in and the second.
CREATE TABLE sign_in_challenges (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL CHECK (purpose IN ('code', 'setup')),
  -- How the first step was passed, and whether to remember the session.
  way text NOT NULL,
  remembered boolean NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- The installation --------------------------------------------------------------------------------------------------

-- One row, so that every server process reads the same settings.
CREATE TABLE platform_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  require_second_factor text NOT NULL DEFAULT 'none' CHECK (require_second_factor IN ('none', 'managers')),
  -- Recognises the key that hashes the codes of printed slips, which is not in the database. A server with another
  -- key would refuse every code that the others print.
  slip_key_check bytea
);
INSERT INTO platform_settings DEFAULT VALUES;

-- Incremented before the work is done, and shared by all server processes.
CREATE TABLE throttles (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX throttles_window ON throttles (window_start);

-- Who did what, when and from where. Contains no secrets, and keeps the entries of people and clients that are gone.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  reason text,
  actor_id uuid REFERENCES users (id),
  subject_id uuid REFERENCES users (id),
  -- The client it happened in, if any. Not part of a key, because operators read the entries of all clients.
  client_id uuid,
  address text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  -- A command in many steps is shown once: each step's entry has the totals up to then, so the newest one says all.
  command_id uuid
);
CREATE INDEX audit_entries_at ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, at DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, at DESC);
CREATE INDEX audit_entries_action ON audit_entries (action, at DESC, id DESC);
CREATE INDEX audit_entries_client ON audit_entries (client_id, at DESC) WHERE client_id IS NOT NULL;
CREATE INDEX audit_entries_address ON audit_entries (address text_pattern_ops, at DESC);
CREATE INDEX audit_entries_sign_in ON audit_entries (subject_id, at DESC) WHERE action = 'sign_in';
CREATE INDEX audit_entries_command ON audit_entries (command_id, at DESC, id DESC) WHERE command_id IS NOT NULL;

-- The server's role owns its tables, so revoking a right would have no effect; the table itself refuses.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The demo's mailbox.
CREATE TABLE demo_mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  links text[] NOT NULL,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  -- The names and types of attached files, and their contents in the same order.
  attachments jsonb NOT NULL DEFAULT '[]',
  files bytea[] NOT NULL DEFAULT '{}',
  CONSTRAINT demo_mails_files CHECK (cardinality(files) = jsonb_array_length(attachments))
);
CREATE INDEX demo_mails_recipient ON demo_mails (recipient, sent_at DESC);
CREATE INDEX demo_mails_age ON demo_mails (sent_at);

-- Where the demo's bank listens, its keys, and the file with its charges: one for all server processes.
CREATE TABLE demo_bank (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  port integer NOT NULL,
  api_key text NOT NULL,
  secret_key text NOT NULL,
  file text NOT NULL
);

-- Inventories and their prices --------------------------------------------------------------------------------------

CREATE TABLE inventories (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A published version never changes; an attempt is scored by the version it was taken with.
CREATE TABLE inventory_versions (
  id uuid PRIMARY KEY,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  number integer NOT NULL CHECK (number > 0),
  content_hash text NOT NULL,
  definition jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  -- Null for a version that ships with the product or was published on the command line. No foreign key: emptying
  -- users (after an unfinished demo) must not empty the inventories.
  published_by uuid,
  -- Rule 1 hashed the text of the file, which the database does not have; rule 2 hashes the content with its keys in
  -- order.
  hash_rule smallint NOT NULL DEFAULT 1,
  UNIQUE (inventory_id, number)
);

-- SQL writes numbers differently from JSON, so the server computes hashes. At its start it replaces each hash of
-- rule 1: the only change that is allowed, once for a version, and only to the hash.
CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.hash_rule = 1 AND NEW.hash_rule = 2
    AND (NEW.id, NEW.inventory_id, NEW.number, NEW.definition, NEW.published_at, NEW.published_by)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.inventory_id, OLD.number, OLD.definition, OLD.published_at, OLD.published_by)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a published version is frozen';
END $$;
CREATE TRIGGER inventory_versions_frozen BEFORE UPDATE OR DELETE ON inventory_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_version_change();
CREATE TRIGGER inventory_versions_no_truncate BEFORE TRUNCATE ON inventory_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_version_change();

-- A definition that was imported and is not yet published: it can't be assigned, and it may still change.
CREATE TABLE inventory_drafts (
  code text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  definition jsonb NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key, as with published_by.
  imported_by uuid,
  PRIMARY KEY (code, number)
);

-- The price of one unit from a quantity on, in kuruş without VAT.
CREATE TABLE price_tiers (
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  from_quantity integer NOT NULL CHECK (from_quantity > 0),
  unit_price_kurus integer NOT NULL CHECK (unit_price_kurus >= 0),
  PRIMARY KEY (inventory_id, from_quantity)
);

-- The VAT rate from a day on, in hundredths of a percent.
CREATE TABLE tax_rates (
  valid_from date PRIMARY KEY,
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key: a rate stays when the user who entered it is gone.
  created_by uuid
);
INSERT INTO tax_rates (valid_from, basis_points) VALUES ('2023-07-10', 2000);

-- Clients and their people ------------------------------------------------------------------------------------------

CREATE TABLE clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  time_zone text NOT NULL DEFAULT 'Europe/Istanbul',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- Who applied with the company form. A person may have one pending application.
  applied_by uuid REFERENCES users (id),
  -- How many days before the due date a person is reminded; empty for a client that wants no reminders.
  reminder_days integer[] NOT NULL DEFAULT '{3,1}' CHECK (reminder_days <@ ARRAY[1, 3])
);
CREATE UNIQUE INDEX clients_application ON clients (applied_by) WHERE status = 'pending';
CREATE INDEX clients_status ON clients (status, name, id);
CREATE INDEX clients_by_name ON clients ((name COLLATE "tr-x-icu"), id);

-- The company or person that orders and invoices are made out to.
CREATE TABLE client_billing (
  client_id uuid PRIMARY KEY REFERENCES clients (id),
  title text NOT NULL,
  tax_office text NOT NULL,
  tax_number text NOT NULL CHECK (tax_number ~ '^([0-9]{10})?$'),
  name text NOT NULL,
  surname text NOT NULL,
  identity_number text NOT NULL CHECK (identity_number ~ '^([1-9][0-9]{10})?$'),
  address text NOT NULL,
  district text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users (id),
  -- Either a company or a person.
  CHECK ((tax_number = '') <> (identity_number = ''))
);

-- What a client pays for an inventory instead of the list price, between two days.
CREATE TABLE client_prices (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  tiers jsonb NOT NULL,
  valid_from date NOT NULL,
  valid_until date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  CHECK (valid_until >= valid_from)
);
CREATE INDEX client_prices_inventory ON client_prices (client_id, inventory_id, valid_from);

CREATE TABLE memberships (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('manager', 'candidate', 'employee')),
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  staff_number text NOT NULL DEFAULT '',
  group_name text NOT NULL DEFAULT '',
  -- Name, address, phone and staff number, folded, so that SUKRU finds Şükrü.
  search_text text NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by uuid REFERENCES users (id),
  -- Above 0 for members who share a staff number in another spelling with an older member. New numbers are always 0.
  staff_number_twin integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX memberships_live ON memberships (client_id, user_id) WHERE removed_at IS NULL;
-- Every call asks whether a person ever belonged to a client. Without ended memberships in the index, that question
-- would read the whole table for an admin, who belongs to none.
CREATE INDEX memberships_user ON memberships (user_id);
CREATE INDEX memberships_role ON memberships (client_id, role, joined_at DESC) WHERE removed_at IS NULL;
CREATE INDEX memberships_search ON memberships USING gin (search_text gin_trgm_ops) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX memberships_staff_number
  ON memberships (client_id, staff_number_key(staff_number), staff_number_twin)
  WHERE removed_at IS NULL AND staff_number <> '';
-- The last ten digits: 0532 111 22 33 and +90 532 111 22 33 are the same phone.
CREATE INDEX memberships_phone ON memberships (client_id, right(regexp_replace(phone, '\D', '', 'g'), 10))
  WHERE removed_at IS NULL AND phone <> '';
CREATE INDEX memberships_group ON memberships (client_id, group_name, role) WHERE removed_at IS NULL;
-- By name: for the people of one role, and for the assignments of all people.
CREATE INDEX memberships_by_name ON memberships (client_id, role, (name COLLATE "tr-x-icu"), id)
  WHERE removed_at IS NULL;
CREATE INDEX memberships_names ON memberships (client_id, (name COLLATE "tr-x-icu"), id);
CREATE INDEX memberships_by_group ON memberships (client_id, role, (group_name COLLATE "tr-x-icu"), id)
  WHERE removed_at IS NULL;

-- A sensitive inventory is off for a client until it is enabled with a legal basis and its report recipients are named.
CREATE TABLE inventory_enablements (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  legal_basis text NOT NULL,
  enabled_at timestamptz NOT NULL DEFAULT now(),
  enabled_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, inventory_id)
);

CREATE TABLE report_recipients (
  client_id uuid NOT NULL,
  inventory_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  named_at timestamptz NOT NULL DEFAULT now(),
  named_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, inventory_id, user_id),
  FOREIGN KEY (client_id, inventory_id) REFERENCES inventory_enablements (client_id, inventory_id)
);

-- No foreign key on client_id: a call that opens a client stores its key under the nil id.
CREATE TABLE idempotency_keys (
  client_id uuid NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  body_hash bytea NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, call, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- A list of people being imported. The people are added in one transaction; `done` is written outside of it, so that
-- its progress can be seen.
CREATE TABLE invitation_jobs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  -- Text and not jsonb: people paste characters that jsonb refuses. Emptied once the list is imported.
  request text NOT NULL,
  address text NOT NULL,
  result jsonb,
  problem jsonb,
  -- How many were invited, already there, and failed. Read every second during an import, when counting in the result
  -- would unpack megabytes.
  counts jsonb,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX invitation_jobs_age ON invitation_jobs (created_at);

-- Files of many slips, made in the background, one at a time for each client.
CREATE TABLE slip_jobs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Emptied at the end.
  request text NOT NULL,
  address text NOT NULL,
  -- The membership after which the next file begins; null with the last file.
  next uuid,
  -- Encrypted with a key that is not in the database: it contains links and codes that open tests.
  file bytea,
  problem jsonb,
  PRIMARY KEY (client_id, id)
);
ALTER TABLE slip_jobs ALTER COLUMN file SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX slip_jobs_unfinished ON slip_jobs (client_id) WHERE finished_at IS NULL;
CREATE INDEX slip_jobs_age ON slip_jobs (created_at);

-- Assignments, attempts and results ---------------------------------------------------------------------------------

CREATE TABLE assignments (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  membership_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  description text NOT NULL DEFAULT '',
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  due_date date,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'expired', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  started_at timestamptz,
  ended_at timestamptz,
  -- Why it was cancelled or expired: by a manager, with the person's removal, by a refused consent, by its due date.
  end_reason text CHECK (end_reason IN ('cancelled', 'removed', 'consent_refused', 'past_due')),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
CREATE INDEX assignments_list ON assignments (client_id, created_at DESC, id DESC);
CREATE INDEX assignments_status ON assignments (client_id, status, inventory_id);
CREATE INDEX assignments_membership ON assignments (client_id, membership_id, status);
CREATE INDEX assignments_user ON assignments (user_id, created_at DESC);
CREATE INDEX assignments_id ON assignments (id);
CREATE INDEX assignments_due ON assignments (due_date) WHERE status = 'pending' AND due_date IS NOT NULL;
CREATE UNIQUE INDEX assignments_pending ON assignments (client_id, membership_id, inventory_id)
  WHERE status = 'pending';
CREATE INDEX assignments_waiting ON assignments (client_id, due_date, created_at, id) WHERE status = 'pending';
-- A list of a million rows is read in the chosen order from an index, and reading stops after one page.
CREATE INDEX assignments_by_status ON assignments (client_id, status, created_at DESC, id DESC);
CREATE INDEX assignments_by_due ON assignments (client_id, due_date, id);
-- Pending assignments come last when sorted by the newest end. Also serves the newest results.
CREATE INDEX assignments_by_end ON assignments (client_id, ended_at DESC NULLS LAST, id DESC);

-- One reminder of one assignment. Unsent reminders that are due go out together, in one mail for each person.
CREATE TABLE reminders (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  -- Of an automatic reminder: the due date, and how many days before it. Null for one that a manager asked for.
  due_date date,
  days_before integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- Not sent before this time: no mail at night.
  send_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- The job that is sending it, so that of two mails to one person each lists its own tests.
  claimed_by text,
  claimed_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  CHECK ((due_date IS NULL) = (days_before IS NULL)),
  CHECK ((due_date IS NULL) = (created_by IS NOT NULL)),
  CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
);
-- Never twice, even when several servers look at the same moment.
CREATE UNIQUE INDEX reminders_once ON reminders (client_id, assignment_id, due_date, days_before)
  WHERE due_date IS NOT NULL;
CREATE INDEX reminders_assignment ON reminders (client_id, assignment_id, send_at DESC);
CREATE INDEX reminders_unsent ON reminders (client_id, membership_id) WHERE sent_at IS NULL;

CREATE TABLE consents (
  client_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  notice_id text NOT NULL,
  notice_version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('information', 'explicit_consent')),
  user_id uuid NOT NULL REFERENCES users (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, assignment_id, notice_id, notice_version),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);

CREATE TABLE attempts (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  epoch integer NOT NULL DEFAULT 1,
  started_at timestamptz NOT NULL DEFAULT now(),
  deadline timestamptz,
  closed_at timestamptz,
  -- person: submitted. time: closed by the clock, late answers are still accepted. cancelled: nothing is accepted.
  closed_by text CHECK (closed_by IN ('person', 'time', 'cancelled')),
  receipt text,
  -- While a section's practice is open, its allowance is added to the deadline; the unused part is taken off again
  -- afterwards. All of it is in the attempt's own row, so that starting, ending and closing are one update each.
  practised_sections text[] NOT NULL DEFAULT '{}',
  -- By how much the deadline was moved.
  practice_time interval NOT NULL DEFAULT '0',
  practice_section text,
  practice_until timestamptz,
  -- The language of each opening, the first epoch first: a result names the language in which most answers were given,
  -- and not the one in which the attempt was last opened.
  opening_locales text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, assignment_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((practice_section IS NULL) = (practice_until IS NULL))
);
CREATE INDEX attempts_running ON attempts (deadline) WHERE closed_at IS NULL;
CREATE INDEX attempts_closed ON attempts (closed_at) WHERE closed_at IS NOT NULL;

CREATE TABLE attempt_tokens (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, attempt_id, token_hash),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

CREATE TABLE attempt_sections (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  section_id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  deadline timestamptz NOT NULL,
  PRIMARY KEY (client_id, attempt_id, section_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

-- A late answer is stored beside the timely one and never replaces it.
CREATE TABLE responses (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  item_id text NOT NULL,
  late boolean NOT NULL,
  epoch integer NOT NULL,
  seq integer NOT NULL,
  value jsonb NOT NULL,
  answered_at timestamptz,
  elapsed_ms integer,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, attempt_id, item_id, late),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
) WITH (fillfactor = 80);

CREATE TABLE results (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  group_name text NOT NULL DEFAULT '',
  scores jsonb NOT NULL,
  scored_at timestamptz NOT NULL DEFAULT now(),
  -- What a manager decided about answers that came after the time limit.
  late_decision text CHECK (late_decision IN ('accepted', 'left')),
  late_decided_at timestamptz,
  late_decided_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, attempt_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((late_decision IS NULL) = (late_decided_at IS NULL))
);
CREATE INDEX results_group ON results (client_id, version_id, group_name);
CREATE UNIQUE INDEX results_assignment ON results (client_id, assignment_id);
-- The newest results of a version are read before its next version is published. Also counts them.
CREATE INDEX results_newest ON results (version_id, scored_at);

-- Orders, payments, invoices and refunds; every amount is in kuruş --------------------------------------------------

-- Numbers that people read. Gaps are allowed, unlike in invoices.
CREATE SEQUENCE order_numbers;

CREATE TABLE orders (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  number text NOT NULL,
  payment_method text NOT NULL CHECK (payment_method IN ('credit_card', 'eft')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'approved', 'cancelled')),
  quantity integer NOT NULL CHECK (quantity > 0),
  net_kurus bigint NOT NULL CHECK (net_kurus >= 0),
  tax_kurus bigint NOT NULL CHECK (tax_kurus >= 0),
  total_kurus bigint NOT NULL CHECK (total_kurus = net_kurus + tax_kurus),
  tax_basis_points integer NOT NULL,
  -- The buyer at the time of the order; the invoice is made out to it.
  billing jsonb NOT NULL,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  terms_version text NOT NULL,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was paid or approved, and by which user; settled_by is null when the server did it.
  settled_at timestamptz,
  settled_by uuid REFERENCES users (id),
  cancelled_at timestamptz,
  cancelled_by uuid REFERENCES users (id),
  -- by_manager, by_admin, expired
  cancel_reason text,
  -- Of a bank transfer: what the buyer writes as its description, and its due date.
  eft_reference text,
  due_at timestamptz,
  reminders_sent integer NOT NULL DEFAULT 0,
  -- What the bank's statement says, as the admin recorded it.
  transfer jsonb,
  -- What an admin has to look at: amount_mismatch, paid_twice, paid_after_cancel, held; or null.
  attention text,
  -- The sum of refunds that are settled or still in doubt.
  refunded_kurus bigint NOT NULL DEFAULT 0 CHECK (refunded_kurus BETWEEN 0 AND total_kurus),
  search_text text NOT NULL,
  PRIMARY KEY (client_id, id),
  CHECK ((payment_method = 'eft') = (eft_reference IS NOT NULL)),
  CHECK ((payment_method = 'eft') = (due_at IS NOT NULL)),
  CHECK ((status IN ('paid', 'approved')) = (settled_at IS NOT NULL)),
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CHECK (status <> 'paid' OR payment_method = 'credit_card'),
  CHECK (status <> 'approved' OR payment_method = 'eft')
);
CREATE UNIQUE INDEX orders_number ON orders (client_id, number);
CREATE INDEX orders_list ON orders (client_id, created_at DESC, id DESC);
CREATE INDEX orders_status ON orders (client_id, status, created_at DESC, id DESC);
CREATE INDEX orders_total ON orders (client_id, total_kurus DESC, id DESC);
CREATE INDEX orders_method ON orders (client_id, payment_method, created_at DESC, id DESC);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_all ON orders (created_at DESC, id DESC);
CREATE INDEX orders_all_status ON orders (status, created_at DESC, id DESC);
CREATE INDEX orders_all_total ON orders (total_kurus DESC, id DESC);
CREATE INDEX orders_all_method ON orders (payment_method, created_at DESC, id DESC);
CREATE INDEX orders_settled ON orders (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX orders_reference ON orders (eft_reference) WHERE eft_reference IS NOT NULL;
-- Buyers sometimes write the order's number where the reference belongs.
CREATE INDEX orders_by_number ON orders (number);
CREATE INDEX orders_awaited ON orders (payment_method, due_at, created_at) WHERE status = 'pending';
CREATE INDEX orders_attention ON orders (created_at DESC) WHERE attention IS NOT NULL;
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);

CREATE TABLE order_lines (
  client_id uuid NOT NULL,
  order_id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  place integer NOT NULL,
  -- The inventory's code and its names in both languages at the time of the order.
  code text NOT NULL,
  names jsonb NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_kurus bigint NOT NULL CHECK (unit_price_kurus >= 0),
  net_kurus bigint NOT NULL CHECK (net_kurus = quantity * unit_price_kurus),
  tax_kurus bigint NOT NULL CHECK (tax_kurus >= 0),
  refunded_quantity integer NOT NULL DEFAULT 0 CHECK (refunded_quantity BETWEEN 0 AND quantity),
  refunded_kurus bigint NOT NULL DEFAULT 0 CHECK (refunded_kurus BETWEEN 0 AND net_kurus + tax_kurus),
  PRIMARY KEY (client_id, order_id, inventory_id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);

-- The timeline of an order.
CREATE TABLE order_events (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  what text NOT NULL,
  user_id uuid REFERENCES users (id),
  details jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE INDEX order_events_order ON order_events (client_id, order_id, at);

-- The attempts to pay an order by card. The id is the provider's conversation id.
CREATE TABLE payments (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  state text NOT NULL DEFAULT 'created'
    CHECK (state IN ('created', 'challenge', 'authorizing', 'held', 'succeeded', 'failed', 'unknown')),
  amount_kurus bigint NOT NULL,
  installment integer,
  token text,
  provider_payment_id text,
  paid_kurus bigint,
  card jsonb,
  -- The provider's id of each line, for refunds.
  items jsonb,
  -- Why it failed: as the contract names it, and as the provider does.
  reason text,
  error_group text,
  error_code text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When the sweeper next asks the provider; null when there is nothing to ask.
  check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- Of a charge that the order did not need: whether it still has to be returned.
  surplus text CHECK (surplus IN ('due', 'returned')),
  -- When the provider was asked to charge a card typed on the product's own page. Setting it gives the right to ask,
  -- once for each attempt.
  charge_asked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE UNIQUE INDEX payments_of_provider ON payments (client_id, provider, provider_payment_id);
CREATE INDEX payments_order ON payments (client_id, order_id, created_at);
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_check ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_surplus ON payments (created_at) WHERE surplus = 'due';
-- For the month's export.
CREATE INDEX payments_unneeded ON payments (updated_at) WHERE surplus IS NOT NULL;
CREATE INDEX payments_doubt ON payments (client_id, order_id) WHERE state IN ('unknown', 'held');
CREATE INDEX payments_unreachable ON payments (created_at) WHERE reason = 'provider_unreachable';

-- Messages of the provider, each processed once.
CREATE TABLE payment_notices (
  provider text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, reference)
);
CREATE INDEX payment_notices_age ON payment_notices (received_at);

-- The last number of each series and year; the next one is taken while this row is locked.
CREATE TABLE invoice_series (
  series text NOT NULL CHECK (series ~ '^[A-Z0-9]{3}$'),
  year integer NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (series, year)
);

CREATE TABLE invoices (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  number text NOT NULL CHECK (number ~ '^[A-Z0-9]{3}20[0-9]{11}$'),
  issued_at timestamptz NOT NULL,
  net_kurus bigint NOT NULL,
  tax_kurus bigint NOT NULL,
  total_kurus bigint NOT NULL CHECK (total_kurus = net_kurus + tax_kurus),
  -- The whole document, as it was when it was issued.
  content jsonb NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE UNIQUE INDEX invoices_number ON invoices (client_id, number);
CREATE UNIQUE INDEX invoices_order ON invoices (client_id, order_id);
CREATE INDEX invoices_issued ON invoices (issued_at);

CREATE TABLE refunds (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'succeeded', 'failed', 'unknown')),
  -- The refund's share of the order. Zero is allowed: units that cost nothing can be taken back, too.
  amount_kurus bigint NOT NULL CHECK (amount_kurus >= 0),
  -- Quantity and amount of each line, and how far its refund is.
  lines jsonb NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  settled_at timestamptz,
  check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- What reaches the card or the account. It differs from amount_kurus where the card was charged more for
  -- instalments, or where another transfer amount was accepted.
  returned_kurus bigint NOT NULL CHECK (returned_kurus >= 0),
  -- Of a refund that an admin settled by hand.
  settled_by uuid REFERENCES users (id),
  settled_reason text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE INDEX refunds_order ON refunds (client_id, order_id, created_at);
CREATE INDEX refunds_check ON refunds (check_at) WHERE check_at IS NOT NULL;
-- For the month's export.
CREATE INDEX refunds_settled ON refunds (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX refunds_doubt ON refunds (client_id, order_id) WHERE state = 'unknown';

-- Incoming bank transfers -------------------------------------------------------------------------------------------

-- Banks' statements of the platform's own accounts, for admins to match transfers with orders. Amounts are in kuruş.
CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  format text NOT NULL CHECK (format IN ('camt', 'csv')),
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by uuid NOT NULL REFERENCES users (id)
);

CREATE TABLE bank_statement_lines (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES bank_statements (id),
  -- Of account, day, amount, description, the bank's number and the place among lines that are alike in all of these:
  -- the same transfer in another statement is the same line.
  hash bytea NOT NULL,
  account text NOT NULL,
  booked_on date NOT NULL,
  amount_kurus bigint NOT NULL CHECK (amount_kurus > 0),
  sender text NOT NULL,
  description text NOT NULL,
  entry_ref text NOT NULL,
  search_text text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'ignored')),
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  ignore_reason text,
  -- The order it paid. No foreign key: an order belongs to a client, a line does not.
  order_id uuid,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'open') = (decided_by IS NULL)),
  CHECK ((state = 'approved') = (order_id IS NOT NULL))
);
CREATE UNIQUE INDEX bank_statement_lines_hash ON bank_statement_lines (hash);
CREATE INDEX bank_statement_lines_state ON bank_statement_lines (state, booked_on DESC, id DESC);
CREATE INDEX bank_statement_lines_search ON bank_statement_lines USING gin (search_text gin_trgm_ops);
-- Finds transfers that may be the same.
CREATE INDEX bank_statement_lines_alike ON bank_statement_lines (booked_on, amount_kurus);

-- Which column of a bank's CSV statements is what.
CREATE TABLE bank_mappings (
  bank text PRIMARY KEY,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users (id)
);

-- Quota -------------------------------------------------------------------------------------------------------------

CREATE TABLE quotas (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  available integer NOT NULL CHECK (available >= 0),
  purchased integer NOT NULL CHECK (purchased >= 0),
  PRIMARY KEY (client_id, inventory_id)
);
CREATE INDEX quotas_low ON quotas (client_id) WHERE purchased > 0 AND available::bigint * 5 <= purchased;

-- The ledger. The sum of the signed quantities is quotas.available, whose CHECK keeps it from falling below zero.
-- A movement is what one command did to the quota of one inventory: a list of 10,000 people is shown as one line, while
-- there is one entry for each unit. The first entry of a movement opens it: pages of movements come from an index.
CREATE TABLE quota_entries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  inventory_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity <> 0),
  kind text NOT NULL,
  assignment_id uuid,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- An entry written without them is a movement of its own.
  command_id uuid NOT NULL DEFAULT gen_random_uuid(),
  opens boolean NOT NULL DEFAULT true,
  -- What was left of the inventory after this entry, so that the ledger reads like a bank statement from any page on.
  balance integer,
  order_id uuid,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, inventory_id) REFERENCES quotas (client_id, inventory_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CONSTRAINT quota_entries_order_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id),
  CONSTRAINT quota_entries_kind_check CHECK (kind IN ('addition', 'assignment', 'return', 'purchase', 'refund')),
  CONSTRAINT quota_entries_assignment_check
    CHECK ((kind IN ('assignment', 'return')) = (assignment_id IS NOT NULL)),
  CONSTRAINT quota_entries_order_check CHECK ((kind IN ('purchase', 'refund')) = (order_id IS NOT NULL)),
  -- A refund may have either sign: one that the provider refuses gives the units back.
  CONSTRAINT quota_entries_sign_check CHECK (kind = 'refund' OR (kind = 'assignment') = (quantity < 0))
  -- The first page adds up the newest movements from an index alone, which works once vacuum has marked their pages as
  -- visible to all. By the default rule, a table of a million entries is vacuumed only after 200,000 new ones.
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
CREATE INDEX quota_entries_list ON quota_entries (client_id, inventory_id, created_at DESC);
CREATE INDEX quota_entries_time ON quota_entries (client_id, created_at DESC, id DESC);
CREATE INDEX quota_entries_kind ON quota_entries (client_id, kind, created_at DESC, id DESC);
CREATE INDEX quota_entries_assignment ON quota_entries (client_id, assignment_id) WHERE assignment_id IS NOT NULL;
CREATE UNIQUE INDEX quota_entries_opening ON quota_entries (client_id, command_id, inventory_id) WHERE opens;
CREATE INDEX quota_entries_movements ON quota_entries (client_id, created_at DESC, id DESC) WHERE opens;
CREATE INDEX quota_entries_of_movement ON quota_entries (client_id, command_id, inventory_id, created_at, id)
  INCLUDE (quantity);
-- An order is credited once.
CREATE UNIQUE INDEX quota_entries_purchase ON quota_entries (client_id, order_id, inventory_id)
  WHERE kind = 'purchase';

-- Counts for dashboards, updated when something changes and not counted when read (docs/decisions/0012) -------------

-- One number of a client: how many assignments have a status, were assigned on a day in the client's time zone, …
CREATE TABLE tallies (
  client_id uuid NOT NULL REFERENCES clients (id),
  what text NOT NULL,
  -- -infinity for a count that is not by day.
  day date NOT NULL,
  -- All zeros for a count that is not by inventory.
  inventory_id uuid NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, what, day, inventory_id)
);
CREATE INDEX tallies_of_all ON tallies (what, day) INCLUDE (count);

-- Changes since the tallies were last brought up to date. Rows are only added: one row for each client would be locked
-- by everyone who submits a test in the same minute.
CREATE TABLE tally_changes (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  what text NOT NULL,
  day date NOT NULL,
  inventory_id uuid NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What one assignment counts as.
CREATE FUNCTION assignment_facts(
  status text, created_at timestamptz, started_at timestamptz, ended_at timestamptz, due_date date, zone text
) RETURNS TABLE (what text, day date) LANGUAGE sql STABLE AS $$
  SELECT f.what, f.day FROM (VALUES
    (status, '-infinity'::date),
    (CASE WHEN status = 'pending' AND started_at IS NOT NULL THEN 'started' END, '-infinity'::date),
    ('assigned_on', (created_at AT TIME ZONE zone)::date),
    (CASE WHEN status <> 'pending' THEN status || '_on' END, (ended_at AT TIME ZONE zone)::date),
    (CASE WHEN status = 'pending' THEN 'due_on' END, due_date)
  ) AS f (what, day)
  WHERE f.what IS NOT NULL AND f.day IS NOT NULL
$$;

-- Runs once for each statement: ten thousand invitations are a handful of changes.
CREATE FUNCTION tally_assignments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, count(*)
    FROM came a JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, -count(*)
    FROM gone a JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT a.client_id, f.what, f.day, a.inventory_id, sum(a.sign)
    FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) a
      JOIN clients c ON c.id = a.client_id,
      assignment_facts(a.status, a.created_at, a.started_at, a.ended_at, a.due_date, c.time_zone) f
    GROUP BY 1, 2, 3, 4 HAVING sum(a.sign) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER assignments_tally_added AFTER INSERT ON assignments
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();
CREATE TRIGGER assignments_tally_changed AFTER UPDATE ON assignments
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();
CREATE TRIGGER assignments_tally_removed AFTER DELETE ON assignments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_assignments();

-- People count by role while they belong to the client.
CREATE FUNCTION tally_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  nothing CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, count(*) FROM came WHERE removed_at IS NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, -count(*) FROM gone WHERE removed_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO tally_changes (client_id, what, day, inventory_id, count)
    SELECT client_id, role, '-infinity', nothing, sum(sign)
    FROM (SELECT 1 AS sign, * FROM came UNION ALL SELECT -1, * FROM gone) m
    WHERE removed_at IS NULL GROUP BY 1, 2 HAVING sum(sign) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_tally_added AFTER INSERT ON memberships
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();
CREATE TRIGGER memberships_tally_changed AFTER UPDATE ON memberships
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();
CREATE TRIGGER memberships_tally_removed AFTER DELETE ON memberships
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_memberships();

-- Group means for reports, summed up when a result is added and not when a report is read (docs/decisions/0012) -----

-- A result counts for its group and, under the empty name, for the whole client.
CREATE TABLE group_sums (
  client_id uuid NOT NULL REFERENCES clients (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  group_name text NOT NULL,
  -- The key of a scale. Empty for the results themselves, which have a count and no total.
  key text NOT NULL,
  total numeric NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, version_id, group_name, key)
);

-- Rows are only added, so that people who submit at the same time do not block each other.
CREATE TABLE group_sum_changes (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  version_id uuid NOT NULL,
  group_name text NOT NULL,
  key text NOT NULL,
  total numeric NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX group_sum_changes_group ON group_sum_changes (client_id, version_id, group_name);

-- The people with results in a group: a person who took the test twice counts once.
CREATE TABLE group_people (
  client_id uuid NOT NULL REFERENCES clients (id),
  version_id uuid NOT NULL,
  group_name text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  results integer NOT NULL,
  PRIMARY KEY (client_id, version_id, group_name, user_id)
);

-- A nearly blank result says nothing about a group: below a fifth of the questions answered it counts neither in the
-- means nor in the number of people.
CREATE FUNCTION is_compared(scores jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((scores #>> '{totals,answered}')::numeric * 5 >= (scores #>> '{totals,presented}')::numeric, true)
$$;

-- What one result adds: itself, and the percentage of each scale that was scored and may be compared.
CREATE FUNCTION result_parts(scores jsonb) RETURNS TABLE (key text, value numeric) LANGUAGE sql IMMUTABLE AS $$
  SELECT '', 0
  UNION ALL
  SELECT s ->> 'key', (s ->> 'percentage')::numeric FROM jsonb_array_elements(scores -> 'scales') s
  WHERE s ->> 'percentage' IS NOT NULL AND s ->> 'sensitive' IS DISTINCT FROM 'true'
$$;

CREATE FUNCTION groups_of(group_name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT '' UNION SELECT group_name
$$;

CREATE FUNCTION sum_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE FUNCTION sum_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE FUNCTION sum_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores)) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores)
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores)) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE TRIGGER results_summed_added AFTER INSERT ON results
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_added_results();
CREATE TRIGGER results_summed_changed AFTER UPDATE ON results
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_results();
CREATE TRIGGER results_summed_removed AFTER DELETE ON results
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_results();

-- Notifications for open screens (docs/decisions/0013) ---------------------------------------------------------------

-- Tells everyone who has a list of the client open that it changed. In the database and not in the application's
-- functions: one that forgot it would leave outdated rows on a screen. PostgreSQL sends equal notifications of one
-- transaction once, however many rows it changed. Saving an answer touches none of these tables.
CREATE FUNCTION tell_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('terazi_client', client_id::text) FROM (SELECT DISTINCT client_id FROM changed) AS clients;
  RETURN NULL;
END $$;

CREATE TRIGGER assignments_added AFTER INSERT ON assignments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER assignments_changed AFTER UPDATE ON assignments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER memberships_added AFTER INSERT ON memberships
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER memberships_changed AFTER UPDATE ON memberships
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER quota_entries_added AFTER INSERT ON quota_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
