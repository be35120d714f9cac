-- Seals show changes of the audit log, also by people who can switch its triggers off.

-- Hashed with the rest of the entry. Erasing a person replaces it, so that from the hash that stays nobody can find out who was
-- in the entry by trying everyone. Older entries get theirs when they are sealed: a default for them as well would write the
-- whole table, and nobody could sign in meanwhile.
ALTER TABLE audit_entries ADD COLUMN salt uuid;
ALTER TABLE audit_entries ALTER COLUMN salt SET DEFAULT gen_random_uuid();

-- The setting has another name than before: a process of an older version signs no renaming, so it must not make one.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renaming text := current_setting('terazi.renaming', true);
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.at, NEW.action, NEW.reason, NEW.client_id, NEW.details, NEW.command_id)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.reason, OLD.client_id, OLD.details, OLD.command_id)
  THEN
    IF OLD.salt IS NULL AND NEW.salt IS NOT NULL
      AND (NEW.actor_id, NEW.subject_id, NEW.address) IS NOT DISTINCT FROM (OLD.actor_id, OLD.subject_id, OLD.address)
    THEN
      RETURN NEW;
    END IF;
    IF renaming <> ''
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
  END IF;
  RAISE EXCEPTION 'audit entries are only ever added';
END $$;

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
  -- Of all of the above; what the host keeps a copy of.
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
