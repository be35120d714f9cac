-- SIC-77, sic-77 and SİC-77 are one number: people copy them as their keyboard has them.
CREATE FUNCTION staff_number_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(fold_text(value), '\s+', ' ', 'g'));

-- Members whom a client had under two spellings of one number stay two people: the oldest has the number, each later one
-- a twin's place beside it. A number given from now on is never a twin's.
ALTER TABLE memberships ADD COLUMN staff_number_twin integer NOT NULL DEFAULT 0;
UPDATE memberships m SET staff_number_twin = t.twin
FROM (
  SELECT client_id, id,
    row_number() OVER (PARTITION BY client_id, staff_number_key(staff_number) ORDER BY joined_at, id) - 1 AS twin
  FROM memberships WHERE removed_at IS NULL AND staff_number <> ''
) t
WHERE m.client_id = t.client_id AND m.id = t.id AND t.twin > 0;

DROP INDEX memberships_staff_number;
CREATE UNIQUE INDEX memberships_staff_number
  ON memberships (client_id, staff_number_key(staff_number), staff_number_twin)
  WHERE removed_at IS NULL AND staff_number <> '';
