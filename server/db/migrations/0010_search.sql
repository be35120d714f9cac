-- Search finds any part of a name or address; without an index of their three-letter pieces it would read everybody.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- As foldText() in features/people folds what somebody types: lower case, without marks, the four Turkish i's as one.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(
    normalize(lower(translate(normalize(value, NFC), 'Iİı', 'iii') COLLATE pg_catalog."und-x-icu"), NFD),
    '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
    '', 'g');

-- Texts of people whose address or name changed after they were invited.
UPDATE memberships m
SET search_text = fold_text(concat_ws(' ', m.name, nullif(u.name, m.name), u.email, m.phone, m.staff_number))
FROM users u WHERE u.id = m.user_id AND m.removed_at IS NULL;

CREATE INDEX memberships_search ON memberships USING gin (search_text gin_trgm_ops) WHERE removed_at IS NULL;
CREATE INDEX users_name_search ON users USING gin (fold_text(name) gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);

-- What the hourly sweep looks for by its age.
CREATE INDEX known_devices_age ON known_devices (seen_at);
