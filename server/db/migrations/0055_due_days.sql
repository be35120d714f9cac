-- How many days after today the due date is preselected for new assignments.
ALTER TABLE clients ADD COLUMN default_due_days integer NOT NULL DEFAULT 14 CHECK (default_due_days BETWEEN 1 AND 365);
