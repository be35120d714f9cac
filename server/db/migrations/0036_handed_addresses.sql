-- Given by somebody else when tests of this person had begun: who reads its mail has not shown to be them.
ALTER TABLE users ADD COLUMN email_handed boolean NOT NULL DEFAULT false;
