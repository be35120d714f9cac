-- People reach their own data: what shows that it is them.

-- Chosen by somebody who had shown neither the person's mailbox nor their former password: in a session that a link opened
-- which was handed over, such as one that an admin made. Signing in with it shows nothing.
ALTER TABLE users ADD COLUMN password_handed boolean NOT NULL DEFAULT false;

ALTER TABLE sessions
  -- Opened by a link that came to the person's own mailbox.
  ADD COLUMN mailed boolean NOT NULL DEFAULT false,
  -- Opened by an invitation whose tests were done: their results need more than the link.
  ADD COLUMN after_work boolean NOT NULL DEFAULT false,
  -- When and how it was shown that this is the person: by their own password, or by a code to a contact of theirs.
  ADD COLUMN proved_at timestamptz,
  ADD COLUMN proved_by text CHECK (proved_by IN ('password', 'code')),
  ADD CHECK ((proved_at IS NULL) = (proved_by IS NULL));

-- Codes that were mailed to show who somebody is, or that a new address is theirs. They end with their session.
CREATE TABLE identity_codes (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('identity', 'address')),
  email text NOT NULL,
  -- A keyed hash; null until it is mailed.
  code_hash bytea,
  code_ends_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  UNIQUE (session_id, purpose)
);
