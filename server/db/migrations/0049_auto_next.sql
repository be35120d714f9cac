-- Whether the next question followed automatically after an answer while the test was taken.

ALTER TABLE attempts ADD COLUMN auto_next_used boolean NOT NULL DEFAULT false;
