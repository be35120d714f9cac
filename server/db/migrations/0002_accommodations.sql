-- Accommodations of an assignment: more time, larger text, no read-aloud. Why somebody needs them is stored nowhere.

ALTER TABLE assignments
  -- In percent of the test's own limits; null: without limits.
  ADD COLUMN time_percent integer DEFAULT 100 CHECK (time_percent IN (100, 125, 150, 200)),
  -- Steps above the normal size at which the player starts.
  ADD COLUMN text_size integer NOT NULL DEFAULT 0 CHECK (text_size BETWEEN 0 AND 2),
  ADD COLUMN read_aloud boolean NOT NULL DEFAULT true;

ALTER TABLE attempts
  -- As they were at the start. The assignment has them as they are now.
  ADD COLUMN time_percent integer DEFAULT 100 CHECK (time_percent IN (100, 125, 150, 200)),
  ADD COLUMN text_size integer NOT NULL DEFAULT 0 CHECK (text_size BETWEEN 0 AND 2),
  ADD COLUMN read_aloud boolean NOT NULL DEFAULT true,
  -- Whether a question was read aloud by the device.
  ADD COLUMN read_aloud_used boolean NOT NULL DEFAULT false,
  -- Whether a manager gave more time after the start: then devices learn of it with the next save.
  ADD COLUMN clock_moved boolean NOT NULL DEFAULT false;

-- Whether copies of a report that leave the organisation say that it was taken with adjusted time.
ALTER TABLE clients ADD COLUMN reports_show_adjusted_time boolean NOT NULL DEFAULT false;
