-- What was enabled for a client when and what for, who enabled it, and who could read the results: the tables of today are
-- overwritten or deleted, these rows stay as evidence.

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

INSERT INTO enablement_history (client_id, inventory_id, since, enabled_by, terms)
SELECT client_id, inventory_id, enabled_at, enabled_by,
  to_jsonb(e) - ARRAY['client_id', 'inventory_id', 'enabled_at', 'enabled_by']
FROM inventory_enablements e;
INSERT INTO recipient_history (client_id, inventory_id, user_id, since, named_by, terms)
SELECT client_id, inventory_id, user_id, named_at, named_by,
  to_jsonb(r) - ARRAY['client_id', 'inventory_id', 'user_id', 'named_at', 'named_by']
FROM report_recipients r;

-- In the database and not in the application's functions: readers are named and removed in several places, and one that
-- forgot it would make evidence untrue. A change within the same transaction leaves no row of its own.
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

-- A night's run goes through what has ended in pieces, also where many tests ended in one moment.
DROP INDEX assignments_kept;
CREATE INDEX assignments_kept ON assignments (client_id, ended_at, id) WHERE erased_at IS NULL AND ended_at IS NOT NULL;
DROP INDEX memberships_kept;
CREATE INDEX memberships_kept ON memberships (client_id, joined_at, id) WHERE erased_at IS NULL AND role <> 'manager';
