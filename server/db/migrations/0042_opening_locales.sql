-- The language of each opening of an attempt, the first epoch first: a result names the one in which most answers were
-- given, and not the one in which the attempt was opened last.
ALTER TABLE attempts ADD COLUMN opening_locales text[] NOT NULL DEFAULT '{}';
UPDATE attempts SET opening_locales = array_fill(locale, ARRAY[epoch]) WHERE closed_at IS NULL;
