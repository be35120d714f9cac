-- Practice stands beside the clock of the whole test: while a section's practice is open its allowance is added to the
-- deadline, and what was not used of it is taken off again. All of it is in the attempt's own row, so that beginning,
-- ending and closing are one update each and wait for nothing else.
ALTER TABLE attempts
  ADD COLUMN practised_sections text[] NOT NULL DEFAULT '{}',
  -- By how much the deadline was moved.
  ADD COLUMN practice_time interval NOT NULL DEFAULT '0',
  ADD COLUMN practice_section text,
  ADD COLUMN practice_until timestamptz,
  ADD CHECK ((practice_section IS NULL) = (practice_until IS NULL));
