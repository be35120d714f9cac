-- A published version is frozen by the database, too: neither its content nor its hash changes, and it does not go.
-- Hashes by rule 1 were of the text as a file had it, which the database does not keep; rule 2 is of the content with its
-- keys in order. SQL writes numbers otherwise than JSON does, so the server computes those of rule 1 anew at its start: the
-- one change that is let through, once for each version, and only of the hash.
ALTER TABLE inventory_versions ADD COLUMN hash_rule smallint NOT NULL DEFAULT 1;

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
