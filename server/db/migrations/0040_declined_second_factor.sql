-- Operators are offered a second step until they set it up or decline.
ALTER TABLE users ADD COLUMN second_factor_declined_at timestamptz;
