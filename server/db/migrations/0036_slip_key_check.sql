-- Recognises the key that the codes of printed slips are hashed with, which is nowhere in the database. A server that has
-- another one would refuse every code that the others print.
ALTER TABLE platform_settings ADD COLUMN slip_key_check bytea;
