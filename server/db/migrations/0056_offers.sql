-- Who may buy a test: everybody, chosen clients or nobody yet. Those that exist were offered to everybody.
ALTER TABLE inventories ADD COLUMN offered_to text NOT NULL DEFAULT 'all' CHECK (offered_to IN ('all', 'none', 'chosen'));
ALTER TABLE inventories ALTER COLUMN offered_to SET DEFAULT 'none';

-- The clients that a test is offered to where they are chosen.
CREATE TABLE inventory_offers (
  client_id uuid NOT NULL REFERENCES clients (id),
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  PRIMARY KEY (client_id, inventory_id)
);
CREATE INDEX inventory_offers_inventory ON inventory_offers (inventory_id);
