-- What a withdrawn tablet delivers waits, encrypted, for a manager's decision.
CREATE TABLE waiting_deliveries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  test_day_id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  tablet_id uuid NOT NULL,
  -- What the tablet has begun: its own id of a test that the server did not know of, or the attempt's.
  begun_id uuid NOT NULL,
  -- Why it waits.
  reason text NOT NULL CHECK (reason IN ('withdrawn', 'replaced_code')),
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Without those to sensitive scales.
  answered integer NOT NULL,
  submitted boolean NOT NULL,
  refused boolean NOT NULL,
  -- AES-256-GCM by a key of the installation; gone once it is decided.
  sealed bytea,
  decision text CHECK (decision IN ('accepted', 'rejected')),
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, test_day_id) REFERENCES test_days (client_id, id),
  FOREIGN KEY (client_id, assignment_id) REFERENCES assignments (client_id, id),
  CHECK ((decision IS NULL) = (sealed IS NOT NULL))
);
CREATE INDEX waiting_deliveries_of_day ON waiting_deliveries (client_id, test_day_id, received_at DESC);
CREATE INDEX waiting_deliveries_of_assignment ON waiting_deliveries (client_id, assignment_id);
CREATE INDEX waiting_deliveries_by_user ON waiting_deliveries (decided_by) WHERE decided_by IS NOT NULL;

-- The tablet that a token was given to: withdrawn with it, it stores and hands in nothing any more.
ALTER TABLE attempt_tokens ADD COLUMN tablet_id uuid, ADD COLUMN withdrawn_at timestamptz;
CREATE INDEX attempt_tokens_of_tablet ON attempt_tokens (client_id, tablet_id) WHERE tablet_id IS NOT NULL;
