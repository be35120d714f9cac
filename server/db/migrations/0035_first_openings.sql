-- An invitation opens as often as it takes, so it is not used up: of one, used_at says only that another replaced it.
ALTER TABLE one_time_links ADD COLUMN opened_at timestamptz
  CONSTRAINT one_time_links_opened_check CHECK (opened_at IS NULL OR purpose = 'invitation');
