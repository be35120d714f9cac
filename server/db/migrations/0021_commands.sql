-- What one command did in many steps is told once: each step's entry says how far the command had come by then, and
-- the newest of them stands for all.
ALTER TABLE audit_entries ADD COLUMN command_id uuid;
CREATE INDEX audit_entries_command ON audit_entries (command_id, at DESC, id DESC) WHERE command_id IS NOT NULL;
