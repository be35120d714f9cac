-- How many of a list were invited, were there already, and failed: read each second while a list is under way, where
-- counting the result would unpack megabytes.
ALTER TABLE invitation_jobs ADD COLUMN counts jsonb;
