-- The newest results of a version are read before its next one is published: from an index, however many there are.
-- It counts them as well.
CREATE INDEX results_newest ON results (version_id, scored_at);
DROP INDEX results_version;
