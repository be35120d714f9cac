-- The schema of the first release. Later releases add files beside this one and never edit it.
--
-- Two kinds of tables: those that belong to a client, whose keys all begin with client_id, and reference tables
-- (people, inventories, the installation's own records). test/architecture/client-tables.ts checks it.

-- Text search --------------------------------------------------------------------------------------------------------

-- The schema of the first release. Later releases add files beside this one and never edit it.
--
-- Two kinds of tables: those that belong to a client, whose keys all begin with client_id, and reference tables
-- (people, inventories, the installation's own records). test/architecture/client-tables.ts checks it.

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

-- People and their accounts ------------------------------------------------------------------------------------------

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
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Erasing personal data: what was typed and answered goes, the ledger keeps its units and means keep their numbers.
  erased_at timestamptz,
  -- People reach their own data: what shows that it is them.
  -- Chosen by somebody who had shown neither the person's mailbox nor their former password: in a session that a link opened
  -- which was handed over, such as one that an admin made. Signing in with it shows nothing.
  password_handed boolean NOT NULL DEFAULT false,
  -- Given by somebody else when tests of this person had begun: who reads its mail has not shown to be them.
  email_handed boolean NOT NULL DEFAULT false,
  -- Operators are offered a second step until they set it up or decline.
  second_factor_declined_at timestamptz,
  -- Not a person but a client's API key, so that every column that says who did something can name it. It never signs in.
  api_key boolean NOT NULL DEFAULT false,
  -- The candidate of the hourly test that the installation takes of itself. Reached by its own links alone, never signed in to.
  synthetic boolean NOT NULL DEFAULT false,
  CONSTRAINT users_synthetic_check
    CHECK (NOT synthetic OR (email IS NULL AND password_hash IS NULL AND authority = '{}' AND phone = '')),
  CONSTRAINT users_api_key_check
    CHECK (NOT api_key OR (email IS NULL AND password_hash IS NULL AND authority = '{}' AND phone = ''))
);
CREATE INDEX users_synthetic ON users (id) WHERE synthetic;
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
  user_agent text NOT NULL DEFAULT '',
  -- A session that was opened on a tablet reaches one day's tests.
  test_day_id uuid,
  tablet_id uuid,
  -- Opened by a link that came to the person's own mailbox.
  mailed boolean NOT NULL DEFAULT false,
  -- When and how it was shown that this is the person: by their own password, or by a code to a contact of theirs.
  proved_at timestamptz,
  proved_by text CHECK (proved_by IN ('password', 'code')),
  -- A session that came by an identity provider reaches the clients that use this provider. It is dead without the provider.
  provider_client_id uuid,
  provider_id uuid,
  -- The provider has proved a second step.
  provider_second_step boolean NOT NULL DEFAULT false,
  CHECK ((proved_at IS NULL) = (proved_by IS NULL)),
  CHECK ((provider_id IS NULL) = (provider_client_id IS NULL)),
  CHECK (provider_id IS NOT NULL OR NOT provider_second_step)
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_on_tablet ON sessions (tablet_id) WHERE tablet_id IS NOT NULL;
CREATE INDEX sessions_by_provider ON sessions (provider_client_id, provider_id) WHERE provider_id IS NOT NULL;

-- Codes that were mailed to show who somebody is, or that a new address is theirs. They end with their session.
CREATE TABLE identity_codes (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('identity', 'address')),
  email text NOT NULL,
  -- A keyed hash; null until it is mailed.
  code_hash bytea,
  code_ends_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  UNIQUE (session_id, purpose)
);

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
  -- An invitation opens as often as it takes, so it is not used up: of one, used_at says only that another replaced it.
  opened_at timestamptz
  CONSTRAINT one_time_links_opened_check CHECK (opened_at IS NULL OR purpose = 'invitation'),
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
  -- Checking a code needs the secret itself, so it can't be a hash. It is encrypted by the installation's key.
  secret bytea NOT NULL,
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
  -- The way in which the first step was passed; below, whether to remember the session.
  way text NOT NULL,
  remembered boolean NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- The identity provider by which the first step was passed.
  provider_client_id uuid,
  provider_id uuid,
  CHECK ((provider_id IS NULL) = (provider_client_id IS NULL))
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- The installation ---------------------------------------------------------------------------------------------------

-- One row, so that every server process reads the same settings.
CREATE TABLE platform_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  require_second_factor text NOT NULL DEFAULT 'none' CHECK (require_second_factor IN ('none', 'managers')),
  -- Since when there are periods at all: nothing is erased before managers had a month to read about it.
  retention_since timestamptz NOT NULL DEFAULT now(),
  -- Set by a restore until somebody activates what was restored: no job runs, and only superusers sign in.
  held_since timestamptz,
  -- The moment of the backup that was restored last.
  restored_to timestamptz
);
INSERT INTO platform_settings DEFAULT VALUES;

-- The key of everything secret, encrypted by an installation's key, which is not in the database. There are two rows while
-- that one is exchanged. `mark` names the installation's key and says nothing of it.
CREATE TABLE installation_keys (
  mark text PRIMARY KEY,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Incremented before the work is done, and shared by all server processes.
CREATE TABLE throttles (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX throttles_window ON throttles (window_start);

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

-- The address of the demo's bank, its keys, and the file with its charges: one for all server processes.
CREATE TABLE demo_bank (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  port integer NOT NULL,
  api_key text NOT NULL,
  secret_key text NOT NULL,
  file text NOT NULL
);

-- The audit log ------------------------------------------------------------------------------------------------------

-- Records who did what, when and from where. Contains no secrets, and keeps the entries of people and clients that are
-- gone.
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
  command_id uuid,
  -- Hashed with the rest of the entry. Erasing a person replaces it, so that from the hash that stays nobody can find out who was
  -- in the entry by trying everyone.
  salt uuid NOT NULL DEFAULT gen_random_uuid()
);
CREATE INDEX audit_entries_at ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, at DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, at DESC);
CREATE INDEX audit_entries_action ON audit_entries (action, at DESC, id DESC);
CREATE INDEX audit_entries_client ON audit_entries (client_id, at DESC) WHERE client_id IS NOT NULL;
CREATE INDEX audit_entries_address ON audit_entries (address text_pattern_ops, at DESC);
CREATE INDEX audit_entries_sign_in ON audit_entries (subject_id, at DESC) WHERE action = 'sign_in';
CREATE INDEX audit_entries_command ON audit_entries (command_id, at DESC, id DESC) WHERE command_id IS NOT NULL;

-- The server's role owns its tables, so revoking a right would have no effect; the table itself refuses. An erased person's
-- entries stay, under an id that names nobody and without the network address: only the transaction that erases this person may
-- change these columns, and the entry gets another salt.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renaming text := current_setting('terazi.renaming', true);
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.at, NEW.action, NEW.reason, NEW.client_id, NEW.details, NEW.command_id)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.reason, OLD.client_id, OLD.details, OLD.command_id)
    AND renaming <> ''
    AND renaming IN (OLD.actor_id::text, OLD.subject_id::text)
    AND (NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id OR OLD.actor_id::text = renaming
      AND EXISTS (SELECT FROM users WHERE id = NEW.actor_id AND erased_at IS NOT NULL))
    AND (NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id OR OLD.subject_id::text = renaming
      AND EXISTS (SELECT FROM users WHERE id = NEW.subject_id AND erased_at IS NOT NULL))
    AND (NEW.address = OLD.address
      OR NEW.address = '' AND (OLD.actor_id IS NULL OR OLD.actor_id::text = renaming))
  THEN
    NEW.salt := gen_random_uuid();
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Seals show changes of the audit log, also by people who can switch its triggers off.
CREATE TABLE audit_seals (
  number bigint PRIMARY KEY,
  sealed_at timestamptz NOT NULL,
  -- Every entry up to here that was there when it was sealed is in this seal or an earlier one.
  reached timestamptz NOT NULL,
  -- The oldest and the newest entry of the seal.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Its entries in order, and 32 bytes for each: its SHA-256.
  entries uuid[] NOT NULL CHECK (cardinality(entries) > 0),
  hashes bytea NOT NULL CHECK (length(hashes) = 32 * cardinality(entries)),
  -- The hash of the seal before.
  previous bytea,
  -- The hash of all of the above, of which the host keeps a copy.
  hash bytea NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL
);
-- Which seals can have the entries of some time.
CREATE INDEX audit_seals_last_at ON audit_seals (last_at);

-- Entries in which an erasure replaced a person: the entry's hash before and after, signed.
CREATE TABLE audit_renamings (
  entry_id uuid NOT NULL,
  before bytea NOT NULL,
  after bytea NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (entry_id, before)
);

CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'seals of the audit log are only ever added';
END $$;
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER audit_renamings_append_only BEFORE UPDATE OR DELETE ON audit_renamings
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER audit_renamings_no_truncate BEFORE TRUNCATE ON audit_renamings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();

-- Inventories and their prices ---------------------------------------------------------------------------------------

CREATE TABLE inventories (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The clients that may buy a test: all, chosen ones or none yet.
  offered_to text NOT NULL DEFAULT 'none' CHECK (offered_to IN ('all', 'none', 'chosen'))
);

-- The sensitive scales of a version, as the server reads its definition (scoring/form/left-out.ts); none of a version
-- that is sensitive as a whole. Queries that count what managers see leave these items out for everybody. The body is
-- bound when the function is made: a dump is restored without a search path, and fills generated columns then.
CREATE FUNCTION sensitive_scales_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN definition ->> 'sensitive' = 'true' THEN '{}'::text[] ELSE ARRAY(
    SELECT scale ->> 'key' FROM jsonb_array_elements(definition -> 'scales') AS scale
    WHERE scale ->> 'sensitive' = 'true' ORDER BY 1) END;

CREATE FUNCTION sensitive_items_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  BEGIN ATOMIC
    WITH kept AS (SELECT unnest(sensitive_scales_of(definition)) AS key), own AS (
      SELECT scale ->> 'key' AS key, item
      FROM jsonb_array_elements(definition -> 'scales') AS scale,
        jsonb_array_elements_text(coalesce(scale -> 'items', '[]')) AS item
      UNION ALL
      SELECT loads.key, item ->> 'id'
      FROM jsonb_array_elements(definition -> 'sections') AS section, jsonb_array_elements(section -> 'items') AS item,
        jsonb_each_text(item -> 'loads') AS loads (option, key)
      WHERE item ->> 'type' = 'forced_choice')
    SELECT ARRAY(SELECT item FROM own WHERE key IN (SELECT key FROM kept)
                 EXCEPT SELECT item FROM own WHERE key NOT IN (SELECT key FROM kept) ORDER BY 1);
  END;

-- The scales that everybody is asked about, without totals; none of a version without sensitive scales.
CREATE FUNCTION open_scales_of(definition jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN sensitive_scales_of(definition) = '{}' THEN '{}'::text[] ELSE ARRAY(
    SELECT scale ->> 'key' FROM jsonb_array_elements(definition -> 'scales') AS scale
    WHERE scale ->> 'sensitive' IS DISTINCT FROM 'true' AND NOT scale ? 'of' ORDER BY 1) END;

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
  -- True when the version is sensitive as a whole.
  sensitive boolean NOT NULL GENERATED ALWAYS AS (coalesce(definition ->> 'sensitive' = 'true', false)) STORED,
  sensitive_scales text[] NOT NULL GENERATED ALWAYS AS (sensitive_scales_of(definition)) STORED,
  sensitive_items text[] NOT NULL GENERATED ALWAYS AS (sensitive_items_of(definition)) STORED,
  open_scales text[] NOT NULL GENERATED ALWAYS AS (open_scales_of(definition)) STORED,
  UNIQUE (inventory_id, number)
);

CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published version is frozen';
END $$;
CREATE TRIGGER inventory_versions_frozen BEFORE UPDATE OR DELETE ON inventory_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_version_change();
CREATE TRIGGER inventory_versions_no_truncate BEFORE TRUNCATE ON inventory_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_version_change();

CREATE FUNCTION open_scales_in(version uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT open_scales FROM inventory_versions WHERE id = version
$$;

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

-- Analyses of how the items of a version work, one for each choice of people. They are sums of at least thirty people, are deleted
-- after a day, and as soon as somebody's result of the version is erased.
CREATE TABLE analyses (
  id uuid PRIMARY KEY,
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  -- Client, language and days, each only where it was chosen.
  filter jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  asked_at timestamptz NOT NULL DEFAULT now(),
  taken_at timestamptz,
  -- The code of the reason why there is none.
  problem text,
  result jsonb,
  UNIQUE (version_id, filter),
  CHECK ((state = 'done') = (result IS NOT NULL)),
  CHECK ((state = 'done') = (taken_at IS NOT NULL))
);
CREATE INDEX analyses_age ON analyses (asked_at);

-- Figures of all people of a version over the years: of at least a hundred, each time at least thirty more, so that two of them
-- say nothing of one person.
CREATE TABLE analysis_snapshots (
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  n integer NOT NULL CHECK (n >= 100),
  taken_at timestamptz NOT NULL DEFAULT now(),
  -- Items with a flag.
  flagged integer NOT NULL,
  -- The reliability of each part, by its key.
  parts jsonb NOT NULL,
  PRIMARY KEY (version_id, n)
);

-- Recordings of a test's texts. A definition names them by their hash, which its own hash covers; the same file is kept once.
CREATE TABLE recordings (
  -- SHA-256 of the bytes, in hexadecimal.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL CHECK (media_type = 'audio/mpeg'),
  seconds real NOT NULL CHECK (seconds > 0 AND seconds <= 120),
  bytes bytea NOT NULL CHECK (length(bytes) <= 1048576),
  created_at timestamptz NOT NULL DEFAULT now()
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

-- Clients and their people -------------------------------------------------------------------------------------------

CREATE TABLE clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  time_zone text NOT NULL DEFAULT 'Europe/Istanbul',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- The person who applied with the company form. A person may have one pending application.
  applied_by uuid REFERENCES users (id),
  -- The numbers of days before the due date on which a person is reminded; empty for a client that wants no reminders.
  reminder_days integer[] NOT NULL DEFAULT '{3,1}' CHECK (reminder_days <@ ARRAY[1, 3]),
  -- True when copies of a report that leave the organisation say that it was taken with adjusted time.
  reports_show_adjusted_time boolean NOT NULL DEFAULT false,
  -- The contact for people after a test about health, in the client's own words.
  support_contact text NOT NULL DEFAULT '',
  -- The number of days after today that is preselected as the due date of new assignments.
  default_due_days integer NOT NULL DEFAULT 14 CHECK (default_due_days BETWEEN 1 AND 365),
  -- False where only the platform's admins invite managers.
  managers_invite boolean NOT NULL DEFAULT true,
  -- The client in which the installation takes a test of itself. Nobody works for it, and no total has it.
  synthetic boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX clients_synthetic ON clients (synthetic) WHERE synthetic;
CREATE UNIQUE INDEX clients_application ON clients (applied_by) WHERE status = 'pending';
CREATE INDEX clients_status ON clients (status, name, id);
CREATE INDEX clients_by_name ON clients ((name COLLATE "tr-x-icu"), id);

-- The company or person that orders and invoices are made out to.
-- The own look and words of a client; none for one that never chose any.
CREATE TABLE client_brands (
  client_id uuid PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
  color text NOT NULL DEFAULT '' CHECK (color ~ '^(#[0-9a-f]{6})?$'),
  sender_name text NOT NULL DEFAULT '',
  intro_tr text NOT NULL DEFAULT '',
  intro_en text NOT NULL DEFAULT '',
  thanks_tr text NOT NULL DEFAULT '',
  thanks_en text NOT NULL DEFAULT '',
  -- A PNG, under an address made from its content and its client.
  logo bytea,
  logo_id text,
  logo_width smallint,
  logo_height smallint,
  CHECK (num_nulls(logo, logo_id, logo_width, logo_height) IN (0, 4))
);
CREATE INDEX client_brands_logo ON client_brands (logo_id) WHERE logo_id IS NOT NULL;

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

-- A client's own prices for an inventory in place of the list's, between two days.
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

-- The clients that a test is offered to where they are chosen.
CREATE TABLE inventory_offers (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  PRIMARY KEY (client_id, inventory_id)
);
CREATE INDEX inventory_offers_inventory ON inventory_offers (inventory_id);

CREATE TABLE memberships (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('manager', 'candidate', 'employee')),
  name text NOT NULL,
  -- The address that this client knows: it invited, imported or typed it, or the person registered with it. The account may
  -- have another one, which this client does not see.
  email text CHECK (email = lower(email)),
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
  erased_at timestamptz,
  -- A legal hold: the data may be needed for a claim, so nothing of it is erased until the hold ends.
  held_at timestamptz,
  held_by uuid REFERENCES users (id),
  hold_reason text NOT NULL DEFAULT '',
  -- The end of their period that a mail has named to the client's managers.
  erasure_announced timestamptz,
  -- The newest of people_decisions, so that lists are filtered by an index.
  decision text NOT NULL DEFAULT 'none' CHECK (decision IN ('none', 'shortlisted', 'hired', 'declined')),
  -- A manager who sees results and changes nothing; of all people, or of these groups.
  reader boolean NOT NULL DEFAULT false,
  reader_groups text[] CHECK (cardinality(reader_groups) BETWEEN 1 AND 50),
  PRIMARY KEY (client_id, id),
  CHECK (role = 'manager' OR NOT reader),
  CHECK (reader OR reader_groups IS NULL),
  CHECK ((held_at IS NULL) = (held_by IS NULL)),
  CHECK ((held_at IS NULL) = (hold_reason = ''))
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
CREATE INDEX memberships_email ON memberships (client_id, email) WHERE removed_at IS NULL AND email IS NOT NULL;
CREATE INDEX memberships_group ON memberships (client_id, group_name, role) WHERE removed_at IS NULL;
-- The people of a group whose tests are asked about: those who left the client have some, too.
CREATE INDEX memberships_of_group ON memberships (client_id, group_name, id);
-- Indexes by name: for the people of one role, and for the assignments of all people.
CREATE INDEX memberships_by_name ON memberships (client_id, role, (name COLLATE "tr-x-icu"), id)
  WHERE removed_at IS NULL;
CREATE INDEX memberships_names ON memberships (client_id, (name COLLATE "tr-x-icu"), id);
CREATE INDEX memberships_by_group ON memberships (client_id, role, (group_name COLLATE "tr-x-icu"), id)
  WHERE removed_at IS NULL;
CREATE INDEX memberships_by_decision ON memberships (client_id, role, decision, (name COLLATE "tr-x-icu"), id)
  WHERE removed_at IS NULL;
CREATE INDEX memberships_held_by ON memberships (held_by) WHERE held_by IS NOT NULL;
CREATE INDEX memberships_kept ON memberships (client_id, joined_at, id) WHERE erased_at IS NULL AND role <> 'manager';
-- People who left are found by their name, too: memberships_search has those who are here.
CREATE INDEX memberships_search_left ON memberships USING gin (search_text gin_trgm_ops)
  WHERE removed_at IS NOT NULL AND erased_at IS NULL;

-- Every decision about a person, a row for each change.
CREATE TABLE people_decisions (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  membership_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('none', 'shortlisted', 'hired', 'declined')),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000),
  decided_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);
CREATE INDEX people_decisions_of_person ON people_decisions (client_id, membership_id, decided_at DESC, id DESC);
CREATE INDEX people_decisions_by_user ON people_decisions (decided_by);

-- The mails that a manager has chosen (docs/decisions/0132). Without a row the defaults of the columns apply.
CREATE TABLE notification_settings (
  client_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  finished text NOT NULL DEFAULT 'off' CHECK (finished IN ('off', 'each', 'daily', 'weekly')),
  -- Finished tests that arrived until then were in a mail, or in none because the manager wanted none.
  finished_until timestamptz NOT NULL DEFAULT now(),
  finished_mailed_at timestamptz,
  quota boolean NOT NULL DEFAULT true,
  requests boolean NOT NULL DEFAULT true,
  transfers boolean NOT NULL DEFAULT false,
  -- Transfers that were due until then were in a mail.
  transfers_until timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, membership_id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);
CREATE INDEX notification_settings_finished ON notification_settings (finished) WHERE finished <> 'off';
CREATE INDEX notification_settings_transfers ON notification_settings (transfers_until) WHERE transfers;

-- When a manager gets a mail about low quota of a test, and whether it is low now: the mail comes when that changes.
CREATE TABLE quota_notifications (
  client_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  -- Null: a fifth of all that was bought.
  units integer CHECK (units >= 0),
  low boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, membership_id, inventory_id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);

-- A sensitive inventory is off for a client until it is enabled with a legal basis and its report recipients are named.
CREATE TABLE inventory_enablements (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  legal_basis text NOT NULL,
  enabled_at timestamptz NOT NULL DEFAULT now(),
  enabled_by uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL DEFAULT '',
  -- Somebody confirmed that candidates may get it, too.
  for_candidates boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, inventory_id)
);

CREATE TABLE report_recipients (
  client_id uuid NOT NULL,
  inventory_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  named_at timestamptz NOT NULL DEFAULT now(),
  named_by uuid NOT NULL REFERENCES users (id),
  -- The reader who hears of flagged results and sees the flags.
  clinician boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, inventory_id, user_id),
  FOREIGN KEY (client_id, inventory_id) REFERENCES inventory_enablements (client_id, inventory_id)
);
CREATE UNIQUE INDEX report_recipients_clinician ON report_recipients (client_id, inventory_id) WHERE clinician;

-- The history of enablements: for which client, when, by who and what for, and who could read the results. Other tables
-- have only today's state; these rows stay as evidence.
CREATE TABLE enablement_history (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  since timestamptz NOT NULL DEFAULT now(),
  -- Null while it is as it is.
  until timestamptz CHECK (until > since),
  enabled_by uuid NOT NULL REFERENCES users (id),
  -- The other columns of its row in inventory_enablements.
  terms jsonb NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX enablement_history_now ON enablement_history (client_id, inventory_id) WHERE until IS NULL;
CREATE INDEX enablement_history_list ON enablement_history (client_id, since);
CREATE INDEX enablement_history_inventory ON enablement_history (inventory_id);
CREATE INDEX enablement_history_by ON enablement_history (enabled_by);

CREATE TABLE recipient_history (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  user_id uuid NOT NULL REFERENCES users (id),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz CHECK (until > since),
  named_by uuid NOT NULL REFERENCES users (id),
  -- The other columns of its row in report_recipients.
  terms jsonb NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX recipient_history_now ON recipient_history (client_id, inventory_id, user_id) WHERE until IS NULL;
CREATE INDEX recipient_history_list ON recipient_history (client_id, since);
CREATE INDEX recipient_history_inventory ON recipient_history (inventory_id);
CREATE INDEX recipient_history_user ON recipient_history (user_id);
CREATE INDEX recipient_history_by ON recipient_history (named_by);

-- This is a trigger and not in the application's functions: readers are named and removed in several places, and one
-- that forgot it would make evidence untrue. A change within the same transaction leaves no row of its own.
CREATE FUNCTION keep_enablement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other_columns CONSTANT text[] := ARRAY['client_id', 'inventory_id', 'enabled_at', 'enabled_by'];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - other_columns = to_jsonb(OLD) - other_columns THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM enablement_history
    WHERE client_id = OLD.client_id AND inventory_id = OLD.inventory_id AND until IS NULL AND since >= now();
    UPDATE enablement_history SET until = now()
    WHERE client_id = OLD.client_id AND inventory_id = OLD.inventory_id AND until IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO enablement_history (client_id, inventory_id, enabled_by, terms)
    VALUES (NEW.client_id, NEW.inventory_id, NEW.enabled_by, to_jsonb(NEW) - other_columns);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER inventory_enablements_kept AFTER INSERT OR UPDATE OR DELETE ON inventory_enablements
  FOR EACH ROW EXECUTE FUNCTION keep_enablement();

CREATE FUNCTION keep_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other_columns CONSTANT text[] := ARRAY['client_id', 'inventory_id', 'user_id', 'named_at', 'named_by'];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - other_columns = to_jsonb(OLD) - other_columns THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM recipient_history
    WHERE client_id = OLD.client_id AND inventory_id = OLD.inventory_id AND user_id = OLD.user_id
      AND until IS NULL AND since >= now();
    UPDATE recipient_history SET until = now()
    WHERE client_id = OLD.client_id AND inventory_id = OLD.inventory_id AND user_id = OLD.user_id AND until IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO recipient_history (client_id, inventory_id, user_id, named_by, terms)
    VALUES (NEW.client_id, NEW.inventory_id, NEW.user_id, NEW.named_by, to_jsonb(NEW) - other_columns);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER report_recipients_kept AFTER INSERT OR UPDATE OR DELETE ON report_recipients
  FOR EACH ROW EXECUTE FUNCTION keep_recipient();

-- The days that must pass before a client gives the same inventory to the same person again; without a row none.
CREATE TABLE cool_downs (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  days integer NOT NULL CHECK (days > 0),
  PRIMARY KEY (client_id, inventory_id)
);

-- The tests of which a client lets people read feedback in plain words on their own result; without a row it doesn't.
CREATE TABLE feedback_tests (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  PRIMARY KEY (client_id, inventory_id)
);

-- Which mails went to a person, and their outcome. Neither content nor link: of the link its hash, which leads to when it
-- was opened.
CREATE TABLE person_mails (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- The client that it is from, where its managers may see it; null for mails about the account.
  client_id uuid REFERENCES clients (id),
  -- The job that sends it, through all of its tries.
  job text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  outcome text NOT NULL CHECK (outcome IN ('sent', 'retrying', 'failed')),
  failure text CHECK (failure IN ('address_refused', 'not_sent', 'unconfirmed')),
  -- The mail server's codes; its words may quote the address or the mail.
  failure_code text NOT NULL DEFAULT '',
  tries integer NOT NULL,
  link_hash bytea,
  UNIQUE (user_id, job, kind)
);
CREATE INDEX person_mails_person ON person_mails (user_id, at DESC);
CREATE INDEX person_mails_age ON person_mails (at);

-- The last moment at which each process could write, by a random name that it has until it ends; the machine that it runs on,
-- and its version.
CREATE TABLE heartbeats (
  process_id uuid PRIMARY KEY,
  host text NOT NULL,
  version text NOT NULL,
  node text NOT NULL,
  -- The mark of the installation's key that it was started with.
  key_mark text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now()
);

-- What the installation proved of itself last: one row for each proof. `step` and `findings` say what differed, and quote nobody.
CREATE TABLE proofs (
  proof text PRIMARY KEY CHECK (proof IN ('self_test', 'golden_cases', 'restore_drill')),
  at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('passed', 'failed', 'impossible')),
  passed_at timestamptz,
  -- The machine that did it; null where it is this one.
  host text,
  step text,
  findings jsonb NOT NULL DEFAULT '[]',
  seconds real
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
  -- The numbers of people who were invited, already there, and failed. Read every second during an import, when counting
  -- in the result would unpack megabytes.
  counts jsonb,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX invitation_jobs_age ON invitation_jobs (created_at);

-- Files made in the background: of slips, of evidence, of many reports.
CREATE TABLE file_jobs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slips', 'evidence', 'reports')),
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Emptied at the end.
  request text NOT NULL,
  address text NOT NULL,
  -- Further facts about a kind of file, such as its period, or where the next one begins.
  facts jsonb NOT NULL DEFAULT '{}',
  -- Encrypted with a key that is not in the database: it contains links and codes that open tests. Null of a file in parts.
  file bytea,
  problem jsonb,
  PRIMARY KEY (client_id, id)
);
ALTER TABLE file_jobs ALTER COLUMN file SET STORAGE EXTERNAL;
-- A client has one of each kind made at a time.
CREATE UNIQUE INDEX file_jobs_unfinished ON file_jobs (client_id, kind) WHERE finished_at IS NULL;
CREATE INDEX file_jobs_expiry ON file_jobs (expires_at);

-- Test days: people take tests on one day at one place, on tablets that a manager has opened -------------------------

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
  -- The PIN is made from the day, this and the installation's key.
  pin_turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  closed_at timestamptz,
  -- The number of wrong tries of the current PIN.
  wrong_pins integer NOT NULL DEFAULT 0,
  -- The turn of the codes of people who join from now on: nobody who has left the day had a code of this turn.
  code_turn integer NOT NULL DEFAULT 0,
  -- Whether the day's sensitive tests may be begun without a connection. Days that are planned already allow it no more.
  sensitive_offline boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX test_days_by_day ON test_days (client_id, day DESC, id DESC);

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

CREATE TABLE test_day_people (
  client_id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  room text NOT NULL DEFAULT '',
  -- The code is made from the person, this and the installation's key; a replaced one has another number.
  code_turn integer NOT NULL DEFAULT 0,
  code_hash bytea NOT NULL,
  -- Codes of a test day begin with a number that the person has on that day; eight digits of each are secret.
  code_number smallint NOT NULL,
  PRIMARY KEY (client_id, test_day_id, membership_id),
  UNIQUE (client_id, test_day_id, code_hash),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  CHECK (code_number BETWEEN 0 AND 999),
  UNIQUE (client_id, test_day_id, code_number)
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
  -- The hash of a secret that the device made: with it the device gets its token again where the answer was lost.
  device_hash bytea,
  -- Since when a manager's confirmation is needed, and when it was given.
  pending_at timestamptz,
  confirmed_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id)
);
CREATE INDEX tablets_of_day ON tablets (client_id, test_day_id);

-- The value derived from a person's code with the salt of one tablet, encrypted with a key of the installation.
CREATE TABLE tablet_codes (
  client_id uuid NOT NULL,
  tablet_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  code_turn integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (client_id, tablet_id, membership_id, code_turn),
  FOREIGN KEY (client_id, tablet_id) REFERENCES tablets (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);
CREATE INDEX tablet_codes_by_membership ON tablet_codes (client_id, membership_id);

-- Assignments, attempts and results ----------------------------------------------------------------------------------

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
  -- Why it was cancelled or expired. Of a sensitive test `closed` says that it was closed to its client, or to candidates.
  end_reason text CHECK (
    end_reason IN ('cancelled', 'removed', 'consent_refused', 'past_due', 'replaced', 'consent_withdrawn', 'closed')),
  -- Time in percent of the test's own limits; null: without limits.
  time_percent integer DEFAULT 100 CHECK (time_percent IN (100, 125, 150, 200)),
  -- Steps above the normal size at which the player starts.
  text_size integer NOT NULL DEFAULT 0 CHECK (text_size BETWEEN 0 AND 2),
  read_aloud boolean NOT NULL DEFAULT true,
  test_day_id uuid,
  -- The earliest start.
  opens_at timestamptz,
  -- The tests that one person takes in order have the same battery; the next one opens so many minutes after the one before.
  battery_id uuid,
  battery_place integer,
  pause_minutes integer CHECK (pause_minutes >= 0),
  -- Breaks as an accommodation: how many, and how long each may be.
  breaks integer NOT NULL DEFAULT 0 CHECK (breaks BETWEEN 0 AND 4),
  break_minutes integer NOT NULL DEFAULT 10 CHECK (break_minutes IN (5, 10, 15)),
  -- Its answers, result and notes are gone. The row stays, because ledger entries name it.
  erased_at timestamptz,
  -- Its consent was withdrawn under a legal hold: kept for the claim, used for nothing, and erased when the hold ends.
  restricted_at timestamptz,
  -- The end of the period of its sensitive scales that its client's managers have a mail about.
  scales_announced timestamptz,
  -- The end of the retention period that its client's managers have a mail about. Another end since needs another mail.
  erasure_announced timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  CONSTRAINT assignments_battery_check CHECK (num_nulls(battery_id, battery_place, pause_minutes) IN (0, 3))
);
CREATE INDEX assignments_list ON assignments (client_id, created_at DESC, id DESC);
CREATE INDEX assignments_status ON assignments (client_id, status, inventory_id);
-- The assignments of one test within some months, for reports of groups. With the id it gives a list's order without the rows.
CREATE INDEX assignments_of_test ON assignments (client_id, inventory_id, created_at, id);
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
CREATE INDEX assignments_of_test_day ON assignments (client_id, test_day_id) WHERE test_day_id IS NOT NULL;
CREATE INDEX assignments_restricted ON assignments (client_id, membership_id) WHERE restricted_at IS NOT NULL;
CREATE INDEX assignments_kept ON assignments (client_id, ended_at, id) WHERE erased_at IS NULL AND ended_at IS NOT NULL;

-- One reminder of one assignment. Unsent reminders that are due go out together, in one mail for each person.
CREATE TABLE reminders (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  -- The due date of an automatic reminder, and the days before it. Null for one that a manager asked for.
  due_date date,
  days_before integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  -- The earliest time to send it: no mail at night.
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
  -- SHA-256 of the text that was shown.
  text_hash bytea NOT NULL CHECK (length(text_hash) = 32),
  device text NOT NULL DEFAULT 'unknown' CHECK (device IN ('phone', 'tablet', 'computer', 'mac', 'unknown')),
  -- The way of consent: an invitation's link or code, a signed-in account, or a test day's tablet.
  channel text CHECK (channel IN ('link', 'account', 'tablet')),
  withdrawn_at timestamptz,
  -- The text beside the notice on its page: why the client asks, who reads the result. text_hash covers it.
  recipients_text text NOT NULL DEFAULT '',
  -- The clinician that this names.
  clinician_id uuid REFERENCES users (id),
  -- When it was given by the clock of a tablet without a connection; `accepted_at` is then when it arrived.
  device_accepted_at timestamptz,
  PRIMARY KEY (client_id, assignment_id, notice_id, notice_version),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK (withdrawn_at IS NULL OR kind = 'explicit_consent'),
  CHECK (recipients_text <> '' OR clinician_id IS NULL),
  CHECK (recipients_text = '' OR kind = 'explicit_consent')
);
CREATE INDEX consents_of_person ON consents (user_id, accepted_at DESC);

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
  -- The time by which the deadline was moved.
  practice_time interval NOT NULL DEFAULT '0',
  practice_section text,
  practice_until timestamptz,
  -- The language of each opening, the first epoch first: a result names the language in which most answers were given,
  -- and not the one in which the attempt was last opened.
  opening_locales text[] NOT NULL DEFAULT '{}',
  -- The accommodations at the start. The assignment has the current ones.
  time_percent integer DEFAULT 100 CHECK (time_percent IN (100, 125, 150, 200)),
  text_size integer NOT NULL DEFAULT 0 CHECK (text_size BETWEEN 0 AND 2),
  read_aloud boolean NOT NULL DEFAULT true,
  -- True when the device read a question aloud.
  read_aloud_used boolean NOT NULL DEFAULT false,
  -- True when a manager gave more time after the start: devices learn of it with the next save then.
  clock_moved boolean NOT NULL DEFAULT false,
  -- The tablet on which it was opened last; null: a device of the person's own.
  tablet_id uuid,
  -- Begun without a connection: its times are the tablet's.
  offline_id uuid,
  -- While it is paused its clocks have a day more, which is taken off again when it goes on.
  paused_at timestamptz,
  paused_seconds integer NOT NULL DEFAULT 0,
  added_seconds integer NOT NULL DEFAULT 0,
  ended_by uuid REFERENCES users (id),
  -- The breaks at the start, and below how many are left.
  breaks integer NOT NULL DEFAULT 0 CHECK (breaks BETWEEN 0 AND 4),
  break_minutes integer NOT NULL DEFAULT 10 CHECK (break_minutes IN (5, 10, 15)),
  breaks_left integer NOT NULL DEFAULT 0 CHECK (breaks_left BETWEEN 0 AND breaks),
  -- A break is a pause by the person, with this end; null: a manager's.
  break_until timestamptz CHECK (break_until IS NULL OR paused_at IS NOT NULL),
  -- The scales that are not asked, by their keys: fixed at the start.
  left_out text[] NOT NULL DEFAULT '{}',
  -- They were not the person's choice: the client had not opened them.
  scales_closed boolean NOT NULL DEFAULT false,
  -- The session in which it was opened last, the only one that shows its result without a code; null for one that a tablet
  -- began without a connection. Sessions end before attempts, so that it refers to none.
  opened_in uuid,
  -- True when the next question followed automatically after an answer while the test was taken.
  auto_next_used boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, assignment_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((practice_section IS NULL) = (practice_until IS NULL))
);
CREATE INDEX attempts_running ON attempts (deadline) WHERE closed_at IS NULL;
CREATE INDEX attempts_closed ON attempts (closed_at) WHERE closed_at IS NOT NULL;
-- This index serves the sweep of pauses that nobody has ended.
CREATE INDEX attempts_paused ON attempts (paused_at) WHERE paused_at IS NOT NULL;
CREATE INDEX attempts_ended_by ON attempts (ended_by) WHERE ended_by IS NOT NULL;

CREATE TABLE attempt_tokens (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The tablet that a token was given to: withdrawn with it, it stores and hands in nothing any more.
  tablet_id uuid,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, attempt_id, token_hash),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);
CREATE INDEX attempt_tokens_of_tablet ON attempt_tokens (client_id, tablet_id) WHERE tablet_id IS NOT NULL;

CREATE TABLE attempt_sections (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  section_id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  deadline timestamptz NOT NULL,
  PRIMARY KEY (client_id, attempt_id, section_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

CREATE TABLE attempt_breaks (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- The length in seconds; null while it lasts.
  seconds integer,
  PRIMARY KEY (client_id, attempt_id, started_at),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

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
  -- The end of a pause: the time before it does not count as idle.
  resumed_at timestamptz,
  PRIMARY KEY (client_id, attempt_id)
);

-- Signs noted while a test was taken: facts for the people who read its result. They change no score.
CREATE TABLE attempt_signals (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  -- opened: on a device that did not have the test; its player said beforehand what is noted. away: the page was not in
  -- front. copied: text of the page.
  kind text NOT NULL CHECK (kind IN ('opened', 'away', 'copied')),
  -- The device's time, on the server's clock. With the kind it identifies a repetition of the same signal.
  happened_at timestamptz NOT NULL,
  seconds integer CHECK (seconds BETWEEN 2 AND 86400),
  device text CHECK (device IN ('phone', 'tablet', 'computer', 'mac', 'unknown')),
  PRIMARY KEY (client_id, attempt_id, kind, happened_at),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id),
  CHECK ((kind = 'away') = (seconds IS NOT NULL)),
  CHECK ((kind = 'opened') = (device IS NOT NULL))
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

-- Deliveries of withdrawn tablets, encrypted until a manager decides.
CREATE TABLE waiting_deliveries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  tablet_id uuid NOT NULL,
  -- The id of the test that the tablet has begun: its own where the server did not know of the test, otherwise the
  -- attempt's.
  begun_id uuid NOT NULL,
  -- Why it waits.
  reason text NOT NULL CHECK (reason IN ('withdrawn', 'replaced_code', 'needs_connection')),
  received_at timestamptz NOT NULL DEFAULT now(),
  -- The number of answers without those to sensitive scales.
  answered integer NOT NULL,
  submitted boolean NOT NULL,
  refused boolean NOT NULL,
  -- AES-256-GCM by a key of the installation; gone once it is decided.
  sealed bytea,
  decision text CHECK (decision IN ('accepted', 'rejected')),
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((decision IS NULL) = (sealed IS NOT NULL))
);
CREATE INDEX waiting_deliveries_of_day ON waiting_deliveries (client_id, test_day_id, received_at DESC);
CREATE INDEX waiting_deliveries_of_assignment ON waiting_deliveries (client_id, assignment_id);
CREATE INDEX waiting_deliveries_by_user ON waiting_deliveries (decided_by) WHERE decided_by IS NOT NULL;

-- Answers on sensitive scales whose consent was withdrawn under a legal hold, and the scores as they were then. They are
-- kept apart for the claim, so that everything else reads as if the scales had been declined; deleted when the hold
-- ends.
CREATE TABLE held_answers (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  -- A list of the rows as they were in `responses`.
  answers jsonb NOT NULL,
  -- Null where the test was not handed in.
  scores jsonb,
  PRIMARY KEY (client_id, attempt_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

CREATE TABLE results (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  group_name text NOT NULL DEFAULT '',
  scores jsonb NOT NULL,
  scored_at timestamptz NOT NULL DEFAULT now(),
  -- When the result was there first. It is scored again, and a tablet's test may have ended days before it arrives.
  arrived_at timestamptz NOT NULL DEFAULT now(),
  -- The manager's decision about answers that came after the time limit.
  late_decision text CHECK (late_decision IN ('accepted', 'left')),
  late_decided_at timestamptz,
  late_decided_by uuid REFERENCES users (id),
  -- Response quality, and the checks that lowered it, repeated from the scores: reports of groups count them, and would read
  -- several kilobytes of each result for it.
  quality text GENERATED ALWAYS AS (scores #>> '{validity,confidence}') STORED,
  quality_flags jsonb NOT NULL GENERATED ALWAYS AS (jsonb_path_query_array(
    scores, '$.validity.rules[*] ? (@.outcome == "medium" || @.outcome == "low").kind')) STORED,
  PRIMARY KEY (client_id, attempt_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((late_decision IS NULL) = (late_decided_at IS NULL))
);
CREATE INDEX results_group ON results (client_id, version_id, group_name);
CREATE UNIQUE INDEX results_assignment ON results (client_id, assignment_id);
CREATE INDEX results_arrived ON results (client_id, arrived_at);
-- The newest results of a version are read before its next version is published. Also counts them.
CREATE INDEX results_newest ON results (version_id, scored_at);
-- Results whose response quality was judged with sensitive questions, for the job that scores them again. New ones are never in it.
CREATE INDEX results_scored_by_rules_1 ON results (version_id, client_id, assignment_id) WHERE scores ->> 'scoring' = '1';

-- The scores by which lists of results are sorted and filtered and people are compared (docs/decisions/0125): nothing
-- sensitive. Written together with its result.
CREATE TABLE result_scores (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  -- The key of a scale, category or composite of the version, or of a total.
  key text NOT NULL,
  value double precision NOT NULL,
  -- Its standard error of measurement in the unit of the value; null when unknown.
  se double precision,
  -- The id of its band, or the level of a placement.
  band text,
  -- The list of people that shows it: the person's role, for the last of their results of the test. Null for earlier results, for
  -- those that a legal hold keeps, and for removed people. Kept by list_scores.
  listed_as text,
  PRIMARY KEY (client_id, assignment_id, key),
  FOREIGN KEY (client_id, attempt_id) REFERENCES results (client_id, attempt_id) ON DELETE CASCADE
);
-- A list of one test in the order of one score, forwards and backwards. Its pages, its counts by value or band, and how many
-- have which score are read from the index alone.
CREATE INDEX result_scores_order ON result_scores (client_id, inventory_id, key, value, assignment_id)
  INCLUDE (version_id, se, band);
CREATE INDEX result_scores_attempt ON result_scores (client_id, attempt_id);
-- The same for a list of people, in which each has the scores of their last result.
CREATE INDEX result_scores_listed ON result_scores (client_id, inventory_id, key, listed_as, value, membership_id)
  INCLUDE (version_id, se, band) WHERE listed_as IS NOT NULL;
CREATE INDEX result_scores_person ON result_scores (client_id, membership_id, inventory_id);

-- The ranges of scores that a job asks for, of one test. From whose results they came is not kept, only how many there were.
CREATE TABLE job_profiles (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  -- The version whose scales the ranges are of.
  version_id uuid NOT NULL REFERENCES inventory_versions (id),
  name text NOT NULL,
  -- [{"key", "from", "to"}], an open end is null.
  ranges jsonb NOT NULL,
  people integer CHECK (people >= 5),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by uuid NOT NULL REFERENCES users (id),
  archived_at timestamptz,
  PRIMARY KEY (client_id, id)
);
-- Two profiles of a test that are both offered differ in their names. Also lists those of one test.
CREATE UNIQUE INDEX job_profiles_name ON job_profiles (client_id, inventory_id, fold_text(name)) WHERE archived_at IS NULL;
CREATE INDEX job_profiles_list ON job_profiles (client_id, changed_at DESC, id DESC);

-- Shares: links by which people without an account read reports ------------------------------------------------------

-- A link by which somebody without an account reads reports, with a PIN.
CREATE TABLE shares (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  -- A keyed hash: a million PINs could be tried without the installation's key.
  pin_hash bytea NOT NULL,
  wrong_pins integer NOT NULL DEFAULT 0,
  show text NOT NULL CHECK (show IN ('summary', 'scores', 'details')),
  recipient text NOT NULL,
  -- The legal ground for somebody outside the organisation; null within it.
  legal_ground text CHECK (legal_ground IN ('consent', 'contract', 'legal_obligation', 'claim', 'legitimate_interest')),
  purpose text,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, token_hash)
);
CREATE INDEX shares_id ON shares (id);
CREATE INDEX shares_token ON shares (token_hash);
CREATE INDEX shares_list ON shares (client_id, created_at DESC, id DESC);

-- Keys by which other systems of a client use the API. A key has the id of its row in users, which records name.
CREATE TABLE api_keys (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL,
  -- A plain SHA-256 is enough for 256 random bits: they can't be guessed, however fast the hash is.
  secret_hash bytea NOT NULL,
  -- The key's last characters, by which people tell keys apart.
  ending text NOT NULL,
  scopes text[] NOT NULL
    CHECK (scopes <> '{}' AND scopes <@ ARRAY['people:write', 'assignments:write', 'results:read', 'status:read']),
  -- Networks from which it is accepted; none for all.
  networks text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  expires_at timestamptz NOT NULL,
  -- Written at most once a minute.
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, secret_hash)
);
CREATE INDEX api_keys_id ON api_keys (id);
CREATE INDEX api_keys_secret ON api_keys (secret_hash);
CREATE INDEX api_keys_list ON api_keys (client_id, created_at DESC, id DESC);

-- The assignments whose reports a share shows. A row stays when its report is erased: it says who had the report.
CREATE TABLE share_reports (
  client_id uuid NOT NULL,
  share_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  place smallint NOT NULL,
  PRIMARY KEY (client_id, share_id, assignment_id),
  FOREIGN KEY (client_id, share_id) REFERENCES shares (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
CREATE INDEX share_reports_of_assignment ON share_reports (client_id, assignment_id);

-- A large file in parts, so that it is never in memory as a whole. First a row for each report that is wanted, then what the file
-- has beside them. The file is the bytes of all rows in this order.
CREATE TABLE file_parts (
  client_id uuid NOT NULL,
  job_id uuid NOT NULL,
  place integer NOT NULL,
  assignment_id uuid,
  -- The id on the report's pages, by which its copy can be checked.
  copy_id text,
  sha256 bytea,
  -- Both encrypted: what lists of the file say of this part, once it is made, and the bytes themselves.
  entry bytea,
  bytes bytea,
  PRIMARY KEY (client_id, job_id, place),
  FOREIGN KEY (client_id, job_id) REFERENCES file_jobs (client_id, id) ON DELETE CASCADE,
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
ALTER TABLE file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- An erasure ends the files that have one of its reports.
CREATE INDEX file_parts_of_assignment ON file_parts (client_id, assignment_id) WHERE assignment_id IS NOT NULL;

-- PDFs of reports that somebody took along. Who has one can check by its id, without an account, that nobody changed it.
CREATE TABLE report_copies (
  client_id uuid NOT NULL,
  -- 128 random bits.
  id text NOT NULL,
  assignment_id uuid NOT NULL,
  -- Of the whole file, also where it has several reports.
  sha256 bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
CREATE INDEX report_copies_id ON report_copies (id);
CREATE INDEX report_copies_of_assignment ON report_copies (client_id, assignment_id);

-- Openings with the right PIN. Which reports were there is in the audit log.
CREATE TABLE share_openings (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  share_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  device text NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, share_id) REFERENCES shares (client_id, id)
);
CREATE INDEX share_openings_list ON share_openings (client_id, share_id, opened_at DESC);

-- Single sign-on by OpenID Connect (docs/decisions/0143) --------------------------------------------------------------

CREATE TABLE identity_providers (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  issuer text NOT NULL,
  -- This installation's name at the provider, and the secret for it, which is encrypted by the installation's key.
  registered_as text NOT NULL,
  secret bytea NOT NULL,
  -- Managers of this client sign in in no other way.
  only_way boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, id)
);
-- Clients that use the same provider.
CREATE INDEX identity_providers_same ON identity_providers (issuer, registered_as);
-- Every call of a manager asks for these.
CREATE INDEX identity_providers_only ON identity_providers (client_id, id) WHERE only_way;

-- Mail domains of a provider. It counts for a domain once an admin has confirmed that it is the client's.
CREATE TABLE identity_domains (
  client_id uuid NOT NULL,
  domain text NOT NULL CHECK (domain = lower(domain)),
  provider_id uuid NOT NULL,
  -- What the domain's TXT record has to say. Everybody may read it there.
  proof text NOT NULL,
  confirmed_at timestamptz,
  confirmed_by uuid REFERENCES users (id),
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  PRIMARY KEY (client_id, domain),
  FOREIGN KEY (client_id, provider_id) REFERENCES identity_providers (client_id, id)
);
CREATE INDEX identity_domains_provider ON identity_domains (client_id, provider_id);
CREATE INDEX identity_domains_confirmed ON identity_domains (domain) WHERE confirmed_at IS NOT NULL;

-- The account that a person at a provider is, by the provider's own name for them.
CREATE TABLE provider_identities (
  client_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  linked_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, provider_id, subject),
  UNIQUE (client_id, provider_id, user_id),
  FOREIGN KEY (client_id, provider_id) REFERENCES identity_providers (client_id, id)
);
CREATE INDEX provider_identities_user ON provider_identities (user_id);

-- Sign-ins that went to a provider. A row stays until its hour is over, so that a repetition is known as one.
CREATE TABLE provider_sign_ins (
  client_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  provider_id uuid NOT NULL,
  -- The hash of a cookie: who comes back has to be the browser that went.
  browser_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (client_id, state_hash),
  FOREIGN KEY (client_id, provider_id) REFERENCES identity_providers (client_id, id)
);
CREATE INDEX provider_sign_ins_state ON provider_sign_ins (state_hash);
CREATE INDEX provider_sign_ins_expiry ON provider_sign_ins (expires_at);

-- Webhooks: addresses of other systems that learn what happened (docs/decisions/0138) --------------------------------

CREATE TABLE webhooks (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Signing needs the secret itself, so it can't be a hash. It is encrypted by the installation's key.
  secret bytea NOT NULL,
  -- The secret before the newest, which signs beside it for a day.
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  succeeded_at timestamptz,
  -- The first failure since the last success; later by all the time in which nothing was due.
  failing_since timestamptz,
  -- Failures without a success in between.
  failures integer NOT NULL DEFAULT 0,
  -- Until then it is not asked: what is due waits.
  paused_until timestamptz,
  off_at timestamptz,
  off_reason text CHECK (off_reason IN ('manager', 'gone', 'failing')),
  CHECK ((off_at IS NULL) = (off_reason IS NULL)),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  PRIMARY KEY (client_id, id)
);

-- An event for one webhook, kept for 30 days. Its id stays the same through all tries: by it the receiver knows repetitions.
CREATE TABLE webhook_deliveries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  -- The bytes that are signed and sent, in each try the same. Ids alone.
  body text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Grows with each try and each "send again": a job of an earlier turn does nothing.
  turn integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  status_code integer,
  problem text,
  took_ms integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  tried_at timestamptz,
  next_try_at timestamptz DEFAULT now(),
  CHECK ((state = 'waiting') = (next_try_at IS NOT NULL)),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, webhook_id) REFERENCES webhooks (client_id, id)
);
CREATE INDEX webhook_deliveries_list ON webhook_deliveries (client_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (client_id, webhook_id, state, created_at DESC, id DESC);
-- The last one that was tried, behind however many that wait.
CREATE INDEX webhook_deliveries_tried ON webhook_deliveries (client_id, webhook_id, created_at DESC, id DESC)
  WHERE tried_at IS NOT NULL;
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);

-- Registrations: a link with a QR code by which people register for a vacancy's tests --------------------------------

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
  -- The number of people who may register; those who were refused don't count.
  cap integer NOT NULL CHECK (cap > 0),
  ends_on date NOT NULL,
  -- True when a manager decides about each person.
  approval boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  closed_at timestamptz,
  -- Null when its last day ended.
  closed_by uuid REFERENCES users (id),
  -- A registration for a test day: who is accepted is put on the day. Its last day is the day at the latest.
  test_day_id uuid,
  -- The number of unverified phones that may register within five minutes; null for the usual number. With more of them
  -- at once, a manager decides about those that follow, from burst_at on.
  at_gate integer CHECK (at_gate > 0),
  burst_at timestamptz,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, code),
  CHECK (closed_by IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT registrations_test_day_fkey
    FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  CONSTRAINT registrations_due_check CHECK (test_day_id IS NULL OR due_date IS NULL)
);
CREATE INDEX registrations_code ON registrations (code);
CREATE INDEX registrations_list ON registrations (client_id, created_at DESC, id DESC);
CREATE INDEX registrations_open ON registrations (ends_on) WHERE closed_at IS NULL;
CREATE INDEX registrations_of_test_day ON registrations (client_id, test_day_id) WHERE test_day_id IS NOT NULL;

CREATE TABLE registrants (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  name text NOT NULL,
  -- One of the two. An address was verified by a code before the row was added; a phone can't be.
  email text,
  phone text,
  -- The same text for the same person: the address, or the phone's last ten digits.
  contact text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  notice_version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Null when nobody had to decide.
  decided_by uuid REFERENCES users (id),
  -- The person's membership of the client, once accepted.
  membership_id uuid,
  -- The number of times a phone that had registered came again. It gets the same answer as everybody, so only managers
  -- learn of it.
  repeats integer NOT NULL DEFAULT 0,
  repeated_at timestamptz,
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
-- Erasing a person finds where else they registered at the client.
CREATE INDEX registrants_contact ON registrants (client_id, contact) WHERE membership_id IS NULL;
-- People without a decision are forgotten half a year after the registration ended.
CREATE INDEX registrants_waiting ON registrants (client_id, registration_id, id) WHERE state = 'waiting';

-- Somebody who gave an address and has not entered the code that was mailed to it. Deleted when they do, or after a day.
CREATE TABLE registration_checks (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  registration_id uuid NOT NULL,
  -- The hash of the secret that the browser got: the code alone opens nothing.
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

-- Personal data: requests, retention and erasure ---------------------------------------------------------------------

-- Requests of people about their own data, and the decisions.
CREATE TABLE person_requests (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  membership_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'rectification', 'withdrawal', 'erasure', 'objection')),
  -- The test that an objection is about; null for one about everything, and for the other kinds.
  assignment_id uuid,
  message text NOT NULL DEFAULT '',
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The legal deadline for an answer.
  due_at timestamptz NOT NULL,
  -- The way in which the person's identity was checked: by the session, which a code or their own password had
  -- confirmed; or by the check that somebody made at the desk.
  identity text CHECK (identity IN ('code', 'password', 'document', 'call', 'other')),
  identity_at timestamptz,
  identity_by uuid REFERENCES users (id),
  decision text CHECK (decision IN ('accepted', 'refused')),
  reason text NOT NULL DEFAULT '',
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  -- The desk's note on its check; only "other" needs it.
  identity_note text NOT NULL DEFAULT '',
  -- The address that the desk's check has shown to be the person's own.
  identity_email text,
  -- The way in which the answer went to the person; null until it does, and where an erasure by hand was the answer.
  answered_by text CHECK (answered_by IN ('mail', 'hand')),
  -- The last reminder of the deadline: a week before it, a day before it, or once it is over.
  reminded text CHECK (reminded IN ('week', 'day', 'overdue')),
  -- Requests that came by letter, phone, email or in person are entered at the desk: the deadline runs from the day they came.
  channel text NOT NULL DEFAULT 'page' CHECK (channel IN ('page', 'letter', 'phone', 'in_person', 'mail')),
  -- A day of the client's calendar. `created_at` stays the moment of the entry, so that evidence of past periods does
  -- not change.
  received_on date,
  entered_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((identity IS NULL) = (identity_at IS NULL)),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  -- An erasure by hand or by the end of a period answers a request for one.
  CHECK (decision IS NOT NULL OR decided_by IS NULL),
  CHECK (assignment_id IS NULL OR kind = 'objection'),
  CHECK (answered_by IS NULL OR decision IS NOT NULL),
  CONSTRAINT person_requests_identity_by_check
    CHECK (coalesce(identity IN ('document', 'call', 'other'), false) = (identity_by IS NOT NULL)),
  CHECK ((channel = 'page') = (received_on IS NULL)),
  CHECK ((channel = 'page') = (entered_by IS NULL))
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
-- A decision names a request alone; of which client it is, its row says.
CREATE INDEX person_requests_id ON person_requests (id);
CREATE INDEX person_requests_entered_by ON person_requests (entered_by) WHERE entered_by IS NOT NULL;

-- Marks of erasures, so that they are repeated after a restore from a backup, and can be counted.
CREATE TABLE erasures (
  client_id uuid NOT NULL REFERENCES clients (id),
  -- A hash, keyed outside of the database, of what was erased. Who has a backup and the key finds it again; nobody else does.
  subject bytea NOT NULL,
  what text NOT NULL CHECK (what IN ('person', 'test', 'scale')),
  reason text NOT NULL CHECK (reason IN ('manager', 'request', 'withdrawal', 'retention', 'restore', 'restricted')),
  erased_at timestamptz NOT NULL DEFAULT now(),
  -- The number of rows of each kind.
  counts jsonb NOT NULL,
  PRIMARY KEY (client_id, subject)
);
CREATE INDEX erasures_by_time ON erasures (client_id, erased_at DESC);

-- The periods for which answers are kept. Once a day everything past its period is erased.
CREATE TABLE retention (
  client_id uuid PRIMARY KEY REFERENCES clients (id),
  -- After a test has ended: of candidates, of employees, and of sensitive tests in both cases.
  candidate_months integer NOT NULL CHECK (candidate_months BETWEEN 1 AND 120),
  employee_months integer NOT NULL CHECK (employee_months BETWEEN 1 AND 120),
  sensitive_months integer NOT NULL CHECK (sensitive_months BETWEEN 1 AND 120)
);

-- Periods in place of these, for one inventory.
CREATE TABLE retention_tests (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  months integer NOT NULL CHECK (months BETWEEN 1 AND 120),
  PRIMARY KEY (client_id, inventory_id)
);

-- A shorter retention period takes effect 37 days after the change, because managers get a mail at least thirty days before,
-- once a week. Until then the longer one that it replaced applies. So a shorter period moves nobody's day later (0084).

-- Periods that a change has replaced.
CREATE TABLE retention_former (
  client_id uuid NOT NULL REFERENCES clients (id),
  replaced_at timestamptz NOT NULL,
  candidate_months integer NOT NULL,
  employee_months integer NOT NULL,
  sensitive_months integer NOT NULL,
  -- Periods of single inventories, by their id.
  tests jsonb NOT NULL,
  PRIMARY KEY (client_id, replaced_at)
);

-- This is in the database, so that no change of the periods can forget it. A change writes retention first and
-- retention_tests after it.
CREATE FUNCTION keep_former_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM retention_former WHERE client_id = OLD.client_id AND replaced_at < now() - interval '37 days';
  -- Not now(): the lock orders changes, and a transaction that waited for it may have begun before the other.
  INSERT INTO retention_former (client_id, replaced_at, candidate_months, employee_months, sensitive_months, tests)
  SELECT OLD.client_id, clock_timestamp(), OLD.candidate_months, OLD.employee_months, OLD.sensitive_months,
    coalesce(jsonb_object_agg(inventory_id, months), '{}') FROM retention_tests WHERE client_id = OLD.client_id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former_periods AFTER UPDATE OF candidate_months, employee_months, sensitive_months ON retention
  FOR EACH ROW EXECUTE FUNCTION keep_former_periods();

-- The numbers that each run erased; a run that erased nothing of a client has no row.
CREATE TABLE retention_runs (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now(),
  tests integer NOT NULL,
  people integer NOT NULL,
  -- Tests that are over and under a legal hold.
  held integer NOT NULL,
  -- Tests in which the period of the sensitive scales was over: of all of them, so that it does not say who was asked.
  scales integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX retention_runs_list ON retention_runs (client_id, ran_at DESC, id DESC);

-- The number of months a test is kept after its end. The defaults: six for candidates, two years for employees, six for
-- sensitive tests.
CREATE FUNCTION retention_months(client uuid, inventory uuid, role text, sensitive boolean)
RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT months FROM retention_tests WHERE client_id = client AND inventory_id = inventory),
    CASE
      WHEN sensitive THEN coalesce((SELECT sensitive_months FROM retention WHERE client_id = client), 6)
      WHEN role = 'candidate' THEN coalesce((SELECT candidate_months FROM retention WHERE client_id = client), 6)
      ELSE coalesce((SELECT employee_months FROM retention WHERE client_id = client), 24)
    END)
$$;

-- Nothing is erased before managers had their month to read that there are periods at all.
CREATE FUNCTION erasing_start() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT retention_since + interval '37 days' FROM platform_settings
$$;

-- The periods for which a test is kept, in months: the one in force, and longer ones that were replaced, with the end of
-- their use.
CREATE FUNCTION retention_periods(client uuid, inventory uuid, role text, sensitive boolean)
RETURNS TABLE (months integer, until timestamptz) LANGUAGE sql STABLE AS $$
  WITH in_force AS (SELECT retention_months(client, inventory, role, sensitive) AS months)
  SELECT months, NULL FROM in_force
  UNION ALL
  SELECT former.months, max(former.replaced_at) + interval '37 days'
  FROM in_force, (
    SELECT replaced_at, coalesce((tests ->> inventory::text)::integer, CASE
      WHEN sensitive THEN sensitive_months
      WHEN role = 'candidate' THEN candidate_months
      ELSE employee_months END) AS months
    FROM retention_former WHERE client_id = client) former
  WHERE former.months > in_force.months GROUP BY former.months
$$;

-- The number of months that applies now.
CREATE FUNCTION applied_months(client uuid, inventory uuid, role text, sensitive boolean) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max(months) FROM retention_periods(client, inventory, role, sensitive) WHERE until IS NULL OR until >= now()
$$;

-- When such a period ends; null without a start.
CREATE FUNCTION period_end(start timestamptz, months integer, until timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN start + make_interval(months => months) > until THEN until ELSE start + make_interval(months => months) END
$$;

-- When a test is erased whose period begins with start: at the last of these ends.
CREATE FUNCTION retention_end(client uuid, inventory uuid, role text, sensitive boolean, start timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN start IS NOT NULL THEN greatest(erasing_start(),
    (SELECT max(period_end(start, months, until)) FROM retention_periods(client, inventory, role, sensitive))) END
$$;

-- The start of a test's period: its end; of one that nobody hands in, the last thing that its person did, otherwise the
-- day it was given. Null while its last day is to come, because that ends it. Answers to sensitive questions do not
-- count as something that its person did: what managers read must not change by them, or by a withdrawal, which deletes
-- them.
CREATE FUNCTION kept_from(client uuid, assignment uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.status <> 'pending' THEN a.ended_at
    WHEN a.due_date >= (now() AT TIME ZONE c.time_zone)::date THEN NULL
    ELSE greatest(a.created_at, a.opens_at, t.started_at,
      (SELECT max(p.stored_at) FROM responses p
        WHERE p.client_id = client AND p.attempt_id = t.id AND p.item_id <> ALL (v.sensitive_items)),
      (SELECT max(created_at) FROM attempt_tokens WHERE client_id = client AND attempt_id = t.id))
  END
  FROM assignments a JOIN clients c ON c.id = a.client_id JOIN inventory_versions v ON v.id = a.version_id
  LEFT JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
  WHERE a.client_id = client AND a.id = assignment
$$;

-- When the name and contact of somebody are erased: at the latest end of all that they were at the client. Null while a test of
-- theirs is still here, because its own end comes first; while they are an employee; and under a legal hold.
CREATE FUNCTION person_kept_until(client uuid, person uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_and(one.start IS NOT NULL AND m.held_at IS NULL)
    THEN max(retention_end(client, NULL, m.role, false, one.start)) END
  FROM memberships m CROSS JOIN LATERAL (
    SELECT CASE
      WHEN count(*) FILTER (WHERE a.erased_at IS NULL) > 0 THEN NULL
      WHEN m.role = 'candidate' OR m.removed_at IS NOT NULL
        THEN greatest(m.removed_at, max(a.ended_at), CASE m.role WHEN 'candidate' THEN m.joined_at END)
    END AS start
    FROM assignments a WHERE a.client_id = m.client_id AND a.membership_id = m.id) one
  WHERE m.client_id = client AND m.user_id = person AND m.erased_at IS NULL AND m.role <> 'manager'
$$;

-- Orders, payments, invoices and refunds; every amount is in kuruş ---------------------------------------------------

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
  -- The description that the buyer writes on a bank transfer, and its due date.
  eft_reference text,
  due_at timestamptz,
  reminders_sent integer NOT NULL DEFAULT 0,
  -- The bank statement's details, as the admin recorded them.
  transfer jsonb,
  -- The reason why an admin has to look at it: amount_mismatch, paid_twice, paid_after_cancel, held; or null.
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
  -- The state of a charge that the order did not need: still to be returned, or returned.
  surplus text CHECK (surplus IN ('due', 'returned')),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE UNIQUE INDEX payments_of_provider ON payments (client_id, provider, provider_payment_id);
CREATE INDEX payments_order ON payments (client_id, order_id, created_at);
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_check ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_surplus ON payments (created_at) WHERE surplus = 'due';
-- This index serves the month's export.
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
  -- The amount that reaches the card or the account. It differs from amount_kurus where the card was charged more for
  -- instalments, or where another transfer amount was accepted.
  returned_kurus bigint NOT NULL CHECK (returned_kurus >= 0),
  -- The admin who settled a refund by hand, and why.
  settled_by uuid REFERENCES users (id),
  settled_reason text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE INDEX refunds_order ON refunds (client_id, order_id, created_at);
CREATE INDEX refunds_check ON refunds (check_at) WHERE check_at IS NOT NULL;
-- This index serves the month's export.
CREATE INDEX refunds_settled ON refunds (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX refunds_doubt ON refunds (client_id, order_id) WHERE state = 'unknown';

-- Incoming bank transfers --------------------------------------------------------------------------------------------

-- Banks' statements of the platform's own accounts, for admins to match transfers with orders. Amounts are in kuruş.
CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  format text NOT NULL CHECK (format IN ('camt', 'csv', 'xlsx')),
  imported_at timestamptz NOT NULL DEFAULT now(),
  imported_by uuid NOT NULL REFERENCES users (id)
);

CREATE TABLE bank_statement_lines (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES bank_statements (id),
  -- The hash of account, day, amount, description, the bank's number and the place among lines that are alike in all of
  -- these: the same transfer in another statement is the same line.
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

-- Quota --------------------------------------------------------------------------------------------------------------

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
  -- The units of the inventory that are left after this entry, so that the ledger reads like a bank statement from any
  -- page on.
  balance integer,
  order_id uuid,
  -- A registration reserves a unit of each test for each place. A reserved unit names its assignment once there is one.
  registration_id uuid,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, inventory_id) REFERENCES quotas (client_id, inventory_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CONSTRAINT quota_entries_order_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id),
  CONSTRAINT quota_entries_kind_check CHECK (
    kind IN ('addition', 'assignment', 'return', 'purchase', 'refund', 'reservation', 'release')),
  CONSTRAINT quota_entries_assignment_check
    CHECK (
    CASE kind WHEN 'assignment' THEN assignment_id IS NOT NULL WHEN 'return' THEN assignment_id IS NOT NULL
      WHEN 'reservation' THEN assignment_id IS NULL OR quantity = -1 ELSE assignment_id IS NULL END),
  CONSTRAINT quota_entries_order_check CHECK ((kind IN ('purchase', 'refund')) = (order_id IS NOT NULL)),
  -- A refund may have either sign: one that the provider refuses gives the units back.
  CONSTRAINT quota_entries_sign_check CHECK (kind = 'refund' OR (kind IN ('assignment', 'reservation')) = (quantity < 0)),
  -- The first page adds up the newest movements from an index alone, which works once vacuum has marked their pages as
  -- visible to all. By the default rule, a table of a million entries is vacuumed only after 200,000 new ones.
  CONSTRAINT quota_entries_registration_fkey
    FOREIGN KEY (client_id, registration_id) REFERENCES registrations (client_id, id),
  CONSTRAINT quota_entries_registration_check
    CHECK ((kind IN ('reservation', 'release')) = (registration_id IS NOT NULL))
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
CREATE INDEX quota_entries_reserved ON quota_entries (client_id, registration_id, inventory_id, id)
  WHERE kind = 'reservation' AND assignment_id IS NULL;
-- Units reserved by registrations are shown beside those used.
CREATE INDEX quota_entries_held ON quota_entries (client_id, inventory_id) INCLUDE (quantity)
  WHERE registration_id IS NOT NULL AND assignment_id IS NULL;

-- Counts for dashboards, updated when something changes and not counted when read (docs/decisions/0012) --------------

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

-- The counts that one assignment belongs to.
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

-- Scores in lists of people: each person's last result of a test (docs/decisions/0125) --------------------------------

-- Says again of some people's scores in which list they are. A result that a legal hold keeps gives its place to the one before.
CREATE FUNCTION list_scores(client uuid, people uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE result_scores s SET listed_as = now_listed.role
  FROM (
    SELECT a.id, CASE WHEN m.removed_at IS NULL AND a.restricted_at IS NULL AND row_number() OVER (
        PARTITION BY a.membership_id, a.inventory_id
        ORDER BY a.restricted_at IS NOT NULL, a.ended_at DESC NULLS FIRST, a.id DESC) = 1 THEN m.role END AS role
    FROM memberships m JOIN assignments a ON a.client_id = m.client_id AND a.membership_id = m.id
    WHERE m.client_id = client AND m.id = ANY (people)
      AND EXISTS (SELECT FROM result_scores x WHERE x.client_id = a.client_id AND x.assignment_id = a.id)
  ) AS now_listed
  WHERE s.client_id = client AND s.assignment_id = now_listed.id AND s.listed_as IS DISTINCT FROM now_listed.role;
$$;
CREATE FUNCTION list_changed_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_scores(client_id, array_agg(DISTINCT membership_id)) FROM changed GROUP BY client_id;
  RETURN NULL;
END $$;
CREATE TRIGGER result_scores_added AFTER INSERT ON result_scores
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_scores();
CREATE TRIGGER result_scores_removed AFTER DELETE ON result_scores
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_scores();
CREATE FUNCTION list_scores_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_scores(NEW.client_id, ARRAY[(to_jsonb(NEW) ->> TG_ARGV[0])::uuid]);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_listed AFTER UPDATE OF role, removed_at ON memberships FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.removed_at IS DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION list_scores_of_person('id');
CREATE TRIGGER assignments_listed AFTER UPDATE OF restricted_at ON assignments FOR EACH ROW
  WHEN ((OLD.restricted_at IS NULL) <> (NEW.restricted_at IS NULL)) EXECUTE FUNCTION list_scores_of_person('membership_id');

-- Group means for reports, summed up when a result is added and not when a report is read (docs/decisions/0012) ------

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

-- True when a result counts for its group: a fifth of its questions is answered; of a version with sensitive scales, of
-- the questions of its open ones. These are the same for people who were asked about the others and people who were not.
CREATE FUNCTION is_compared(scores jsonb, open_scales text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN open_scales = '{}'
    THEN (scores #>> '{totals,answered}')::numeric * 5 >= (scores #>> '{totals,presented}')::numeric
    ELSE (SELECT sum((s ->> 'answered')::numeric) * 5 >= sum((s ->> 'presented')::numeric)
      FROM jsonb_array_elements(scores -> 'scales') s WHERE s ->> 'key' = ANY (open_scales)) END, true)
$$;

-- The parts that one result adds: itself, and the percentage of each scale that was scored and may be compared.
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
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE TRIGGER results_summed_added AFTER INSERT ON results
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_added_results();

CREATE FUNCTION sum_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT -1 AS sign, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE TRIGGER results_summed_removed AFTER DELETE ON results
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_results();

CREATE FUNCTION sum_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_sum_changes (client_id, version_id, group_name, key, total, count)
  SELECT r.client_id, r.version_id, g.name, p.key, sum(r.sign * p.value), sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r, result_parts(r.scores) p, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 OR sum(r.sign * p.value) <> 0;
  INSERT INTO group_people AS known (client_id, version_id, group_name, user_id, results)
  SELECT r.client_id, r.version_id, g.name, a.user_id, sum(r.sign)
  FROM (SELECT 1 AS sign, * FROM came WHERE is_compared(scores, open_scales_in(version_id))
        UNION ALL SELECT -1, * FROM gone WHERE is_compared(scores, open_scales_in(version_id))) r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id, groups_of(r.group_name) g (name)
  GROUP BY 1, 2, 3, 4 HAVING sum(r.sign) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (client_id, version_id, group_name, user_id) DO UPDATE SET results = known.results + excluded.results;
  RETURN NULL;
END $$;
CREATE TRIGGER results_summed_changed AFTER UPDATE ON results
  REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_results();

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
-- Screens of the client that are open look again.
CREATE TRIGGER registrants_added AFTER INSERT ON registrants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();
CREATE TRIGGER registrants_changed AFTER UPDATE ON registrants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_client();

-- Tells every process that somebody may have lost access, so that open event streams end with it (0013). In the database and
-- not in the application's functions, as the notifications of changes: one that forgot it would leave a stream open.
CREATE FUNCTION tell_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('terazi_access', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_lost AFTER UPDATE OF role, removed_at ON memberships FOR EACH ROW
  WHEN (OLD.role = 'manager' AND (NEW.role <> OLD.role OR NEW.removed_at IS DISTINCT FROM OLD.removed_at))
  EXECUTE FUNCTION tell_access('user_id');
CREATE TRIGGER memberships_deleted AFTER DELETE ON memberships FOR EACH ROW
  WHEN (OLD.role = 'manager') EXECUTE FUNCTION tell_access('user_id');
CREATE TRIGGER users_lost AFTER UPDATE OF authority, deactivated_at ON users FOR EACH ROW
  WHEN (NEW.authority <> OLD.authority OR NEW.deactivated_at IS DISTINCT FROM OLD.deactivated_at)
  EXECUTE FUNCTION tell_access('id');
-- Sessions opened by an invitation follow no stream.
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.invitation_client_id IS NULL) EXECUTE FUNCTION tell_access('user_id');
-- Sessions end with the second factor where the platform requires one.
CREATE TRIGGER second_factors_removed AFTER DELETE ON second_factors FOR EACH ROW EXECUTE FUNCTION tell_access('user_id');
