import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Assignment } from '#contract/assignments.ts'

const id = '01900000-0000-7000-8000-000000000001'

/** An assignment as a manager sees it, of somebody who has not started. */
export const exampleAssignment: Assignment = {
  id,
  client: { id, name: 'Örnek' },
  inventory: { id, code: 'MYT', name: 'MYT' },
  description: 'x',
  user: { id, name: 'Ayşe Demir', email: '', phone: '', staffNumber: '', group: '' },
  status: 'pending',
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'x',
  dueDate: null,
  startedAt: null,
  testDay: null,
  opensAt: null,
  inOrder: null,
  completedAt: null,
  progress: { answered: 0, total: 72 },
  durationSeconds: null,
  lateAnswers: 0,
  lateDecision: null,
  remindedAt: null,
  reportable: false,
  keptUntil: null,
  scalesKeptUntil: null,
  erased: false,
  report: null,
  accommodations: noAccommodations,
  readAloudUsed: false,
  autoNextUsed: false,
}
