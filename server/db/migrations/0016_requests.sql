-- A decision names a request alone; of which client it is, its row says.
CREATE INDEX person_requests_id ON person_requests (id);
