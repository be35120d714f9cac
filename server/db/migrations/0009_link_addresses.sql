-- The address a link was mailed to: only while it is still the person's does opening the link show that they read it.
-- Null for links that are handed over, and for those of before, which show nothing.
ALTER TABLE one_time_links ADD COLUMN email text;
