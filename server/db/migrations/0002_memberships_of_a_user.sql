-- Every call asks whether a person ever belonged to a client, ended memberships included: without them in the index, that
-- question reads the whole table for an admin, who belongs to none.
DROP INDEX memberships_user;
CREATE INDEX memberships_user ON memberships (user_id);
