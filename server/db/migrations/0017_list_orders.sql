-- A list of a million rows is read in the order that somebody chose for it, from an index, and stops after its page.

-- By status; and in the order of the list within one status.
CREATE INDEX assignments_by_status ON assignments (client_id, status, created_at DESC, id DESC);
CREATE INDEX assignments_by_due ON assignments (client_id, due_date, id);
-- What has not ended stands last where the newest end comes first. Serves the newest results, too.
CREATE INDEX assignments_by_end ON assignments (client_id, ended_at DESC NULLS LAST, id DESC);
DROP INDEX assignments_done;

-- By name, as Turkish sorts: for the people of one role, and for the assignments of everybody.
CREATE INDEX memberships_by_name ON memberships (client_id, role, (name COLLATE "tr-x-icu"), id) WHERE removed_at IS NULL;
CREATE INDEX memberships_names ON memberships (client_id, (name COLLATE "tr-x-icu"), id);
CREATE INDEX memberships_by_group ON memberships (client_id, role, (group_name COLLATE "tr-x-icu"), id) WHERE removed_at IS NULL;
