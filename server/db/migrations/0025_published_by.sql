-- Who published a version and who imported a draft; nobody for what ships with the product or came by the command line.
-- No references: inventories stand for themselves, and emptying users (an unfinished demo) must not empty them, too.
ALTER TABLE inventory_versions ADD COLUMN published_by uuid;
ALTER TABLE inventory_drafts ADD COLUMN imported_by uuid;

-- How many results each version has, without reading the results themselves.
CREATE INDEX results_version ON results (version_id);
