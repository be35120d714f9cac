-- The people of a client who have no address are listed: few of all users, found without reading the others.
CREATE INDEX users_without_email ON users (id) WHERE email IS NULL;
