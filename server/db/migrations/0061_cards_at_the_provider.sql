-- Cards are typed on the provider's page alone. What began on a page of our own and is undecided, an admin decides.
UPDATE payments SET state = 'unknown', token = NULL, check_at = NULL
WHERE provider = 'iyzico_direct' AND state IN ('challenge', 'authorizing', 'unknown', 'held');
ALTER TABLE payments DROP COLUMN charge_asked_at;
