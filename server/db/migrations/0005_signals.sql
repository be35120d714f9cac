-- What was noted while a test was taken: facts for the people who read its result. They change no score.

CREATE TABLE attempt_signals (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  -- opened: on a device that did not have the test; its player said beforehand what is noted. away: the page was not in
  -- front. copied: text of the page.
  kind text NOT NULL CHECK (kind IN ('opened', 'away', 'copied')),
  -- As the device said, by the server's clock. With the kind it is what makes a repetition the same signal.
  happened_at timestamptz NOT NULL,
  seconds integer CHECK (seconds BETWEEN 2 AND 86400),
  device text CHECK (device IN ('phone', 'tablet', 'computer', 'mac', 'unknown')),
  PRIMARY KEY (client_id, attempt_id, kind, happened_at),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id),
  CHECK ((kind = 'away') = (seconds IS NOT NULL)),
  CHECK ((kind = 'opened') = (device IS NOT NULL))
);
