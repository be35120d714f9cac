-- A definition that was imported and is not published: nobody can assign it, and it may still change.
CREATE TABLE inventory_drafts (
  code text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  definition jsonb NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (code, number)
);
