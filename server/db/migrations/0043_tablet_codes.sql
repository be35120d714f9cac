-- Codes of a test day begin with a number that the person has on that day; eight digits of each are secret.
ALTER TABLE test_day_people ADD COLUMN code_number smallint;
UPDATE test_day_people p SET code_number = numbered.at - 1 FROM (
  SELECT client_id, test_day_id, membership_id,
    row_number() OVER (PARTITION BY client_id, test_day_id ORDER BY membership_id) AS at FROM test_day_people) AS numbered
WHERE numbered.client_id = p.client_id AND numbered.test_day_id = p.test_day_id AND numbered.membership_id = p.membership_id;
ALTER TABLE test_day_people ALTER COLUMN code_number SET NOT NULL,
  ADD CHECK (code_number BETWEEN 0 AND 999),
  ADD UNIQUE (client_id, test_day_id, code_number);

-- What is derived of a person's code with the salt of one tablet, encrypted with a key of the installation.
CREATE TABLE tablet_codes (
  client_id uuid NOT NULL,
  tablet_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  code_turn integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (client_id, tablet_id, membership_id, code_turn),
  FOREIGN KEY (client_id, tablet_id) REFERENCES tablets (client_id, id),
  FOREIGN KEY (client_id, membership_id) REFERENCES memberships (client_id, id)
);
CREATE INDEX tablet_codes_by_membership ON tablet_codes (client_id, membership_id);
