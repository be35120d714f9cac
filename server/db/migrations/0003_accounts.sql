-- Accounts: where people are signed in, links for passwords and addresses, and who did what.

-- What a person sees of their sessions; the id stands for the session where its token may not be shown.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN user_agent text NOT NULL DEFAULT '';
ALTER TABLE sessions ALTER COLUMN id DROP DEFAULT;

ALTER TABLE one_time_links
  DROP CONSTRAINT one_time_links_purpose_check,
  DROP CONSTRAINT one_time_links_check,
  ADD CONSTRAINT one_time_links_purpose_check CHECK (
    purpose IN ('magic', 'manager_invitation', 'invitation', 'reset', 'verification', 'admin_magic')),
  ADD CONSTRAINT one_time_links_check CHECK (
    (purpose IN ('manager_invitation', 'invitation')) = (client_id IS NOT NULL));

-- Who did what, when and from where. Holds no secret, and goes on telling of people and clients that are gone.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  reason text,
  actor_id uuid REFERENCES users (id),
  subject_id uuid REFERENCES users (id),
  -- The client it happened in, where there is one. No key of this table: an operator reads over all clients.
  client_id uuid,
  address text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entries_at ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, at DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, at DESC);

-- The serving role owns its tables, so a revoked right would bind nobody: the table itself refuses.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
