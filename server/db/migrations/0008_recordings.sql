-- Recordings of a test's texts. A definition names them by their hash, which its own hash covers; the same file is kept once.
CREATE TABLE recordings (
  -- SHA-256 of the bytes, in hexadecimal.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL CHECK (media_type = 'audio/mpeg'),
  seconds real NOT NULL CHECK (seconds > 0 AND seconds <= 120),
  bytes bytea NOT NULL CHECK (length(bytes) <= 1048576),
  created_at timestamptz NOT NULL DEFAULT now()
);
