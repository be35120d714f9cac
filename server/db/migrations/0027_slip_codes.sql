-- The hash of the code that a printed slip carries beside its link, for whoever has to type. It is the link's second way in
-- and no link of its own: replaced, lengthened and forgotten with it. Only invitations have one.
ALTER TABLE one_time_links
  ADD COLUMN code_hash bytea,
  ADD CONSTRAINT one_time_links_code_check CHECK (code_hash IS NULL OR purpose = 'invitation');
CREATE UNIQUE INDEX one_time_links_code ON one_time_links (code_hash) WHERE code_hash IS NOT NULL;
