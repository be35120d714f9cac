-- A movement is what one command did to the units of one inventory: a list of 10,000 people is read as one line, while
-- the entries stay one for each unit. The first entry of a movement opens it, so that pages of movements come from an index.
ALTER TABLE quota_entries
  ADD COLUMN command_id uuid,
  ADD COLUMN opens boolean NOT NULL DEFAULT false;

-- Of old entries those belong together that one transaction wrote for one person and one reason.
UPDATE quota_entries
SET command_id = CASE kind WHEN 'addition' THEN id
  ELSE md5(concat_ws(' ', client_id, created_at, kind, reason, created_by))::uuid END;
UPDATE quota_entries e SET opens = true
FROM (
  SELECT DISTINCT ON (client_id, command_id, inventory_id) client_id, id FROM quota_entries
  ORDER BY client_id, command_id, inventory_id, created_at, id
) first
WHERE e.client_id = first.client_id AND e.id = first.id;

-- What a process of an earlier version still writes while processes are restarted one after the other is a movement of one unit.
ALTER TABLE quota_entries
  ALTER COLUMN command_id SET NOT NULL,
  ALTER COLUMN command_id SET DEFAULT gen_random_uuid(),
  ALTER COLUMN opens SET DEFAULT true;
CREATE UNIQUE INDEX quota_entries_opening ON quota_entries (client_id, command_id, inventory_id) WHERE opens;
CREATE INDEX quota_entries_movements ON quota_entries (client_id, created_at DESC, id DESC) WHERE opens;
CREATE INDEX quota_entries_of_movement ON quota_entries (client_id, command_id, inventory_id, created_at, id) INCLUDE (quantity);
