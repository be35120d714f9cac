-- Reference tables: people, inventories and what belongs to a person rather than to a client.

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

-- A token is kept as its SHA-256 alone: a copy of the database opens no session.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- Set for a session that an invitation link opened: it reaches this person's assignments of this client only.
  invitation_client_id uuid,
  remembered boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE one_time_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL CHECK (purpose IN ('magic', 'manager_invitation', 'invitation')),
  -- Set for invitations: the client that asks.
  client_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((purpose = 'magic') = (client_id IS NULL))
);
CREATE INDEX one_time_links_user ON one_time_links (user_id, purpose);

-- Counted before the work is done and shared by every server process.
CREATE TABLE throttles (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX throttles_window ON throttles (window_start);

CREATE TABLE inventories (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A published version never changes; an attempt is scored by the one it was taken with.
CREATE TABLE inventory_versions (
  id uuid PRIMARY KEY,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  number integer NOT NULL CHECK (number > 0),
  content_hash text NOT NULL,
  definition jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (inventory_id, number)
);

CREATE TABLE demo_mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  links text[] NOT NULL,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX demo_mails_recipient ON demo_mails (recipient, sent_at DESC);

-- Clients, and everything that belongs to one: client_id comes first in every key.

CREATE TABLE clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  time_zone text NOT NULL DEFAULT 'Europe/Istanbul',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id)
);

CREATE TABLE memberships (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('manager', 'candidate', 'employee')),
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  staff_number text NOT NULL DEFAULT '',
  group_name text NOT NULL DEFAULT '',
  -- Name, address, phone and staff number folded to plain lower case, so that SUKRU finds Şükrü.
  search_text text NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX memberships_live ON memberships (client_id, user_id) WHERE removed_at IS NULL;
CREATE INDEX memberships_user ON memberships (user_id) WHERE removed_at IS NULL;
CREATE INDEX memberships_role ON memberships (client_id, role, joined_at DESC) WHERE removed_at IS NULL;

-- A sensitive inventory is off for a client until somebody enabled it with a legal basis and named who may read it.
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

CREATE TABLE quotas (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  available integer NOT NULL CHECK (available >= 0),
  purchased integer NOT NULL CHECK (purchased >= 0),
  PRIMARY KEY (client_id, inventory_id)
);

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
  -- Why a cancelled one was cancelled: by a manager, by removal, or because consent was refused.
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
CREATE UNIQUE INDEX assignments_pending ON assignments (client_id, membership_id, inventory_id) WHERE status = 'pending';

-- Signed movements; their sum is the balance, which the CHECK on quotas keeps from falling below zero.
CREATE TABLE quota_entries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  inventory_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity <> 0),
  kind text NOT NULL CHECK (kind IN ('addition', 'assignment', 'return')),
  assignment_id uuid,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, inventory_id) REFERENCES quotas (client_id, inventory_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((kind = 'addition') = (assignment_id IS NULL)),
  CHECK ((kind = 'assignment') = (quantity < 0))
);
CREATE INDEX quota_entries_list ON quota_entries (client_id, inventory_id, created_at DESC);
CREATE INDEX quota_entries_assignment ON quota_entries (client_id, assignment_id) WHERE assignment_id IS NOT NULL;

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
  -- person: handed in; time: closed by the clock, late answers still arrive; cancelled: nothing more is taken.
  closed_by text CHECK (closed_by IN ('person', 'time', 'cancelled')),
  receipt text,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, assignment_id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX attempts_running ON attempts (deadline) WHERE closed_at IS NULL;

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

-- A late answer stands beside the timely one, never in its place.
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
  PRIMARY KEY (client_id, attempt_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id)
);
CREATE INDEX results_group ON results (client_id, version_id, group_name);
CREATE UNIQUE INDEX results_assignment ON results (client_id, assignment_id);

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

CREATE TABLE idempotency_keys (
  client_id uuid NOT NULL REFERENCES clients (id),
  call text NOT NULL,
  key text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  body_hash bytea NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, call, key)
);
