-- By name, as Turkish sorts: Ç after C and not after Z.
CREATE INDEX clients_by_name ON clients ((name COLLATE "tr-x-icu"), id);
CREATE INDEX users_by_name ON users ((name COLLATE "tr-x-icu"), id);
