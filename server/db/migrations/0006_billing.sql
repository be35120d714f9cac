-- Clients that people apply for themselves, and whom a client's orders and invoices are made out to.

-- Set where somebody opened the client by the company form: one may wait for each person.
ALTER TABLE clients ADD COLUMN applied_by uuid REFERENCES users (id);
CREATE UNIQUE INDEX clients_application ON clients (applied_by) WHERE status = 'pending';
CREATE INDEX clients_status ON clients (status, name, id);

CREATE TABLE client_billing (
  client_id uuid PRIMARY KEY REFERENCES clients (id),
  title text NOT NULL,
  tax_office text NOT NULL,
  tax_number text NOT NULL CHECK (tax_number ~ '^([0-9]{10})?$'),
  name text NOT NULL,
  surname text NOT NULL,
  identity_number text NOT NULL CHECK (identity_number ~ '^([1-9][0-9]{10})?$'),
  address text NOT NULL,
  district text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL REFERENCES users (id),
  -- A company or a person, never both and never neither.
  CHECK ((tax_number = '') <> (identity_number = ''))
);
