-- A legal hold was put on one of the times somebody belonged to a client. It is the person's.
UPDATE memberships m SET held_at = h.held_at, held_by = h.held_by, hold_reason = h.hold_reason
FROM memberships h
WHERE h.client_id = m.client_id AND h.user_id = m.user_id AND h.held_at IS NOT NULL AND h.role <> 'manager'
  AND m.role <> 'manager' AND m.held_at IS NULL AND m.erased_at IS NULL;
