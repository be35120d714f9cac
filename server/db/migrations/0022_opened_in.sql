ALTER TABLE attempts
  -- The session in which it was opened last, the only one that shows its result without a code; null for one that a tablet
  -- began without a connection. Sessions end before attempts, so that it refers to none.
  ADD COLUMN opened_in uuid;
