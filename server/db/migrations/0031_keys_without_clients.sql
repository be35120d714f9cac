-- A call that opens a client takes a key as well, before there is a client: it stands under the nil id.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_client_id_fkey;
