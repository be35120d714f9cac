-- The few who hold a stored role are looked for among everybody: whom an application is told to, and the last superuser.
CREATE INDEX users_operators ON users (id) WHERE authority <> '{}';
