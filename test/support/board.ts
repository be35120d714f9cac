import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { BoardRow } from '#contract/board.ts'

const id = '01900000-0000-7000-8000-000000000001'

/** A row of a live board: a test that runs, unless said otherwise. */
export const boardRow = (more: Partial<BoardRow> = {}): BoardRow => ({
  assignmentId: id,
  membershipId: id,
  name: 'Ayşe Demir',
  room: '',
  inventory: { code: 'ENGLISH', name: 'English placement' },
  status: 'pending',
  state: 'running',
  answered: 10,
  total: 75,
  item: 11,
  section: 'Reading',
  unsent: 0,
  startedAt: '2026-11-26T10:00:00Z',
  finishedAt: null,
  pausedAt: null,
  breakUntil: null,
  seenAt: '2026-11-26T10:30:00Z',
  answeredAt: '2026-11-26T10:30:00Z',
  deadline: '2026-11-26T11:00:00Z',
  tablet: '',
  startedOffline: false,
  addedMinutes: 0,
  accommodations: noAccommodations,
  notes: 0,
  kept: 0,
  ...more,
})
