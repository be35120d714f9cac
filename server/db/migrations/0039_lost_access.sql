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
-- What an invitation opened follows no stream.
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.invitation_client_id IS NULL) EXECUTE FUNCTION tell_access('user_id');
-- Where the platform requires one, its sessions end with it.
CREATE TRIGGER second_factors_removed AFTER DELETE ON second_factors FOR EACH ROW EXECUTE FUNCTION tell_access('user_id');
