-- The record of who did what is read by action, client and address too, and asked for everybody's last sign-in.

CREATE INDEX audit_entries_action ON audit_entries (action, at DESC, id DESC);
CREATE INDEX audit_entries_client ON audit_entries (client_id, at DESC) WHERE client_id IS NOT NULL;
CREATE INDEX audit_entries_address ON audit_entries (address text_pattern_ops, at DESC);
CREATE INDEX audit_entries_sign_in ON audit_entries (subject_id, at DESC) WHERE action = 'sign_in';
