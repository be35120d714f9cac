ALTER TABLE attempts
  -- The scales that are not asked, by their keys: fixed at the start. What began before this migration is asked as it was.
  ADD COLUMN left_out text[] NOT NULL DEFAULT '{}',
  -- They were not the person's choice: the client had not opened them.
  ADD COLUMN scales_closed boolean NOT NULL DEFAULT false;

ALTER TABLE inventory_enablements
  ADD COLUMN purpose text NOT NULL DEFAULT '',
  -- Somebody confirmed that candidates may get it, too.
  ADD COLUMN for_candidates boolean NOT NULL DEFAULT false;

ALTER TABLE clients
  -- Who people may turn to after a test about health, in the client's own words.
  ADD COLUMN support_contact text NOT NULL DEFAULT '';
