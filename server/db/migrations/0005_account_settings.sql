-- What account settings need: pictures of people, and the devices they have signed in on.

-- Under an id nobody can guess: a browser asks for a picture without the session's header.
CREATE TABLE avatars (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  public_id text NOT NULL UNIQUE,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Browser and system as a hash with the person's id: enough to know them again, and no list of who owns what.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  fingerprint bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, fingerprint)
);
