-- What somebody answered on sensitive scales whose consent they withdrew under a legal hold, and the scores as they were then. Kept
-- apart for the claim, so that everything else reads as if the scales had been declined; deleted when the hold ends.
CREATE TABLE held_answers (
  client_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  -- A list of the rows as they were in `responses`.
  answers jsonb NOT NULL,
  -- Null where the test was not handed in.
  scores jsonb,
  PRIMARY KEY (client_id, attempt_id),
  FOREIGN KEY (client_id, attempt_id) REFERENCES attempts (client_id, id)
);

-- Results whose response quality was judged with sensitive questions, for the job that scores them again. New ones are never in it.
CREATE INDEX results_scored_by_rules_1 ON results (version_id, client_id, assignment_id) WHERE scores ->> 'scoring' = '1';

-- Which session began a test is not known of those that several opened. Their results need a code.
UPDATE attempts SET opened_in = NULL WHERE epoch > 1 AND opened_in IS NOT NULL;
