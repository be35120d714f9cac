-- Two-step sign-in, and the settings of the installation.

-- A row without confirmed_at was begun and never finished; it asks nothing of anybody.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- Needed in clear to check a code, so it cannot be a hash; encrypted where SECRET_KEY is set.
  secret bytea NOT NULL,
  sealed boolean NOT NULL,
  confirmed_at timestamptz,
  -- The last 30-second step a code was taken of: each opens once.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Between the first step of a sign-in and the second.
CREATE TABLE sign_in_challenges (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL CHECK (purpose IN ('code', 'setup')),
  -- How the first step was passed, and whether the session is to be remembered.
  way text NOT NULL,
  remembered boolean NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

-- One row, so that every server process reads the same.
CREATE TABLE platform_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  require_second_factor text NOT NULL DEFAULT 'none' CHECK (require_second_factor IN ('none', 'managers'))
);
INSERT INTO platform_settings DEFAULT VALUES;
