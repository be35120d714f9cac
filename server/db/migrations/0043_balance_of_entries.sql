-- What was left of the inventory after each entry, so that a ledger can be read like a bank statement from any page on.
-- Empty in what a process of an earlier version writes while processes are restarted one after the other.
ALTER TABLE quota_entries ADD COLUMN balance integer;

UPDATE quota_entries e SET balance = summed.balance
FROM (
  SELECT client_id, id,
         sum(quantity) OVER (PARTITION BY client_id, inventory_id ORDER BY created_at, id)::int AS balance
  FROM quota_entries
) summed
WHERE e.client_id = summed.client_id AND e.id = summed.id;
