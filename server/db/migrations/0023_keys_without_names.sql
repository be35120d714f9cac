-- What is kept under a key names nobody any more: names come from the records, or from the call that is repeated.
UPDATE idempotency_keys SET answer = NULL WHERE status = 200;
