-- Requests that came by letter, phone, email or in person are entered at the desk: the deadline runs from the day they came.
ALTER TABLE person_requests
  ADD COLUMN channel text NOT NULL DEFAULT 'page' CHECK (channel IN ('page', 'letter', 'phone', 'in_person', 'mail')),
  -- By the client's calendar. `created_at` stays the moment of the entry, so that evidence of past periods does not change.
  ADD COLUMN received_on date,
  ADD COLUMN entered_by uuid REFERENCES users (id),
  ADD CHECK ((channel = 'page') = (received_on IS NULL)),
  ADD CHECK ((channel = 'page') = (entered_by IS NULL));
CREATE INDEX person_requests_entered_by ON person_requests (entered_by) WHERE entered_by IS NOT NULL;
-- People who left are found by their name, too: memberships_search has those who are here.
CREATE INDEX memberships_search_left ON memberships USING gin (search_text gin_trgm_ops)
  WHERE removed_at IS NOT NULL AND erased_at IS NULL;
