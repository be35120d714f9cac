-- What the hourly sweep looks for by its age.
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CREATE INDEX attempts_closed ON attempts (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX demo_mails_age ON demo_mails (sent_at);
