-- Whoever looks at a client's lists is told that they changed. Here and not in the verbs: a verb that forgot it would
-- leave its rows out of date on somebody's screen. Within one transaction PostgreSQL tells each client once, however
-- many rows it changed. Saving an answer touches none of these tables.
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
