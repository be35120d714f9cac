-- Files of a mail that the demo mailbox keeps: what they are called and of which type, and in the same order what is in them.
ALTER TABLE demo_mails
  ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN files bytea[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT demo_mails_files CHECK (cardinality(files) = jsonb_array_length(attachments));
