-- Orders of quota, card payments, invoices and refunds. Every amount is in kuruş.

-- The KDV rate from a day on, in hundredths of a percent.
CREATE TABLE tax_rates (
  valid_from date PRIMARY KEY,
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No reference: a rate outlives whoever entered it.
  created_by uuid
);
INSERT INTO tax_rates (valid_from, basis_points) VALUES ('2023-07-10', 2000);

-- What a client pays for an inventory in place of the list price, between two days.
CREATE TABLE client_prices (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  tiers jsonb NOT NULL,
  valid_from date NOT NULL,
  valid_until date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  PRIMARY KEY (client_id, id),
  CHECK (valid_until >= valid_from)
);
CREATE INDEX client_prices_inventory ON client_prices (client_id, inventory_id, valid_from);

-- Numbers that people read. Gaps are allowed here, unlike in invoices.
CREATE SEQUENCE order_numbers;

CREATE TABLE orders (
  client_id uuid NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  number text NOT NULL,
  payment_method text NOT NULL CHECK (payment_method IN ('credit_card', 'eft')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'approved', 'cancelled')),
  quantity integer NOT NULL CHECK (quantity > 0),
  net_kurus bigint NOT NULL CHECK (net_kurus >= 0),
  tax_kurus bigint NOT NULL CHECK (tax_kurus >= 0),
  total_kurus bigint NOT NULL CHECK (total_kurus = net_kurus + tax_kurus),
  tax_basis_points integer NOT NULL,
  -- The buyer as of the order; the invoice is made out to it.
  billing jsonb NOT NULL,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  terms_version text NOT NULL,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was paid or approved, and by whom; null for what the server did.
  settled_at timestamptz,
  settled_by uuid REFERENCES users (id),
  cancelled_at timestamptz,
  cancelled_by uuid REFERENCES users (id),
  -- by_manager, by_admin, expired
  cancel_reason text,
  -- Of a bank transfer: what the buyer writes as its description, and until when it is awaited.
  eft_reference text,
  due_at timestamptz,
  reminders_sent integer NOT NULL DEFAULT 0,
  -- What the bank's statement said, as the admin recorded it.
  transfer jsonb,
  -- What an admin has to look at: amount_mismatch, paid_twice, paid_after_cancel, held; null where there is nothing.
  attention text,
  -- Of what refunds gave back, settled or still in doubt.
  refunded_kurus bigint NOT NULL DEFAULT 0 CHECK (refunded_kurus BETWEEN 0 AND total_kurus),
  search_text text NOT NULL,
  PRIMARY KEY (client_id, id),
  CHECK ((payment_method = 'eft') = (eft_reference IS NOT NULL)),
  CHECK ((payment_method = 'eft') = (due_at IS NOT NULL)),
  CHECK ((status IN ('paid', 'approved')) = (settled_at IS NOT NULL)),
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CHECK (status <> 'paid' OR payment_method = 'credit_card'),
  CHECK (status <> 'approved' OR payment_method = 'eft')
);
CREATE UNIQUE INDEX orders_number ON orders (client_id, number);
CREATE INDEX orders_list ON orders (client_id, created_at DESC, id DESC);
CREATE INDEX orders_status ON orders (client_id, status, created_at DESC, id DESC);
CREATE INDEX orders_total ON orders (client_id, total_kurus DESC, id DESC);
CREATE INDEX orders_method ON orders (client_id, payment_method, created_at DESC, id DESC);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_all ON orders (created_at DESC, id DESC);
CREATE INDEX orders_all_status ON orders (status, created_at DESC, id DESC);
CREATE INDEX orders_all_total ON orders (total_kurus DESC, id DESC);
CREATE INDEX orders_all_method ON orders (payment_method, created_at DESC, id DESC);
CREATE INDEX orders_settled ON orders (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX orders_reference ON orders (eft_reference) WHERE eft_reference IS NOT NULL;
CREATE INDEX orders_awaited ON orders (payment_method, due_at, created_at) WHERE status = 'pending';
CREATE INDEX orders_attention ON orders (created_at DESC) WHERE attention IS NOT NULL;
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);

CREATE TABLE order_lines (
  client_id uuid NOT NULL,
  order_id uuid NOT NULL,
  inventory_id uuid NOT NULL REFERENCES inventories (id),
  place integer NOT NULL,
  -- As it was called when it was bought, in both languages.
  code text NOT NULL,
  names jsonb NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_kurus bigint NOT NULL CHECK (unit_price_kurus >= 0),
  net_kurus bigint NOT NULL CHECK (net_kurus = quantity * unit_price_kurus),
  tax_kurus bigint NOT NULL CHECK (tax_kurus >= 0),
  refunded_quantity integer NOT NULL DEFAULT 0 CHECK (refunded_quantity BETWEEN 0 AND quantity),
  refunded_kurus bigint NOT NULL DEFAULT 0 CHECK (refunded_kurus BETWEEN 0 AND net_kurus + tax_kurus),
  PRIMARY KEY (client_id, order_id, inventory_id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);

-- What happened to an order, for its timeline.
CREATE TABLE order_events (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  what text NOT NULL,
  user_id uuid REFERENCES users (id),
  details jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE INDEX order_events_order ON order_events (client_id, order_id, at);

-- The attempts to pay an order by card. The id is the conversation with the provider.
CREATE TABLE payments (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  state text NOT NULL DEFAULT 'created'
    CHECK (state IN ('created', 'challenge', 'authorizing', 'held', 'succeeded', 'failed', 'unknown')),
  amount_kurus bigint NOT NULL,
  installment integer,
  token text,
  provider_payment_id text,
  paid_kurus bigint,
  card jsonb,
  -- What the provider calls each line, for refunds.
  items jsonb,
  -- Why it failed: in the contract's words, and in the provider's.
  reason text,
  error_group text,
  error_code text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When the sweeper asks the provider next; null where there is nothing to ask.
  check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- A charge that the order did not need: whether it still has to be given back.
  surplus text CHECK (surplus IN ('due', 'returned')),
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE UNIQUE INDEX payments_of_provider ON payments (client_id, provider, provider_payment_id);
CREATE INDEX payments_order ON payments (client_id, order_id, created_at);
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_check ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_surplus ON payments (created_at) WHERE surplus = 'due';
CREATE INDEX payments_doubt ON payments (client_id, order_id) WHERE state IN ('unknown', 'held');

-- Messages of the provider, each taken once.
CREATE TABLE payment_notices (
  provider text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, reference)
);
CREATE INDEX payment_notices_age ON payment_notices (received_at);

-- The last number of each series and year, given under this row's lock.
CREATE TABLE invoice_series (
  series text NOT NULL CHECK (series ~ '^[A-Z0-9]{3}$'),
  year integer NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (series, year)
);

CREATE TABLE invoices (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  number text NOT NULL CHECK (number ~ '^[A-Z0-9]{3}20[0-9]{11}$'),
  issued_at timestamptz NOT NULL,
  net_kurus bigint NOT NULL,
  tax_kurus bigint NOT NULL,
  total_kurus bigint NOT NULL CHECK (total_kurus = net_kurus + tax_kurus),
  -- All that the document says, as it was when it was issued.
  content jsonb NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE UNIQUE INDEX invoices_number ON invoices (client_id, number);
CREATE UNIQUE INDEX invoices_order ON invoices (client_id, order_id);
CREATE INDEX invoices_issued ON invoices (issued_at);

CREATE TABLE refunds (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'succeeded', 'failed', 'unknown')),
  amount_kurus bigint NOT NULL CHECK (amount_kurus > 0),
  -- Of each line how many units and how much.
  lines jsonb NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users (id),
  settled_at timestamptz,
  check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id)
);
CREATE INDEX refunds_order ON refunds (client_id, order_id, created_at);
CREATE INDEX refunds_check ON refunds (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX refunds_month ON refunds (created_at);

-- Quota that was bought, and what a refund took back: each once for an order and inventory.
ALTER TABLE quota_entries DROP CONSTRAINT quota_entries_kind_check;
ALTER TABLE quota_entries DROP CONSTRAINT quota_entries_check;
ALTER TABLE quota_entries DROP CONSTRAINT quota_entries_check1;
ALTER TABLE quota_entries
  ADD COLUMN order_id uuid,
  ADD CONSTRAINT quota_entries_kind_check
    CHECK (kind IN ('addition', 'assignment', 'return', 'purchase', 'refund')),
  ADD CONSTRAINT quota_entries_assignment_check
    CHECK ((kind IN ('assignment', 'return')) = (assignment_id IS NOT NULL)),
  ADD CONSTRAINT quota_entries_order_check CHECK ((kind IN ('purchase', 'refund')) = (order_id IS NOT NULL)),
  -- A refund that the provider refuses gives the units back.
  ADD CONSTRAINT quota_entries_sign_check CHECK (kind = 'refund' OR (kind = 'assignment') = (quantity < 0)),
  ADD CONSTRAINT quota_entries_order_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders (client_id, id);
CREATE UNIQUE INDEX quota_entries_purchase ON quota_entries (client_id, order_id, inventory_id) WHERE kind = 'purchase';
