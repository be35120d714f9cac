-- Erasing a person finds where else they registered at the client.
CREATE INDEX registrants_contact ON registrants (client_id, contact) WHERE membership_id IS NULL;
