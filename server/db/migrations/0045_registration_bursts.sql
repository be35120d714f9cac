-- How many unverified phones may register within five minutes; null for the usual number. With more of them at once, a manager
-- decides about those that follow, from burst_at on.
ALTER TABLE registrations ADD COLUMN at_gate integer CHECK (at_gate > 0), ADD COLUMN burst_at timestamptz;
