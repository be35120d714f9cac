-- What registrations hold reserved is shown beside what is used.
CREATE INDEX quota_entries_held ON quota_entries (client_id, inventory_id) INCLUDE (quantity)
  WHERE registration_id IS NOT NULL AND assignment_id IS NULL;
