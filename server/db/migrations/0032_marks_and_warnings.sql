-- What a withdrawn consent hid under a legal hold has a mark as well, so that it is hidden again after a restore.
ALTER TABLE erasures DROP CONSTRAINT erasures_reason_check,
  ADD CONSTRAINT erasures_reason_check
    CHECK (reason IN ('manager', 'request', 'withdrawal', 'retention', 'restore', 'restricted'));
