-- The ledger's first page adds up its newest movements from an index alone, which works where their pages are known to be
-- visible to everybody: left to the rule for all tables, a million entries wait for 200,000 new ones before they are.
ALTER TABLE quota_entries SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
