-- Which mails went to a person, and their outcome. Neither content nor link: of the link its hash, which leads to when it
-- was opened.
CREATE TABLE person_mails (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- The client that it is from, where its managers may see it; null for mails about the account.
  client_id uuid REFERENCES clients (id),
  -- The job that sends it, through all of its tries.
  job text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  outcome text NOT NULL CHECK (outcome IN ('sent', 'retrying', 'failed')),
  failure text CHECK (failure IN ('address_refused', 'not_sent', 'unconfirmed')),
  -- The mail server's codes; its words may quote the address or the mail.
  failure_code text NOT NULL DEFAULT '',
  tries integer NOT NULL,
  link_hash bytea,
  UNIQUE (user_id, job, kind)
);
CREATE INDEX person_mails_person ON person_mails (user_id, at DESC);
CREATE INDEX person_mails_age ON person_mails (at);
