-- Who waits for a decision is forgotten half a year after the registration ended.
CREATE INDEX registrants_waiting ON registrants (client_id, registration_id, id) WHERE state = 'waiting';
