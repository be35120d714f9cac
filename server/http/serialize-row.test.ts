import { expect, test } from 'vitest'
import { serializeRow } from './serialize-row.ts'

test('a row has the API’s names, and its moments as ISO strings', () => {
  const row = {
    id: 'c1',
    last_sign_in_at: new Date('2026-03-01T08:30:00Z'),
    removed_at: null as Date | null,
    reminder_days: [3, 1],
    people: { ever_member: true },
  }
  const { lastSignInAt, removedAt, ...rest } = serializeRow(row)
  expect(lastSignInAt satisfies string).toBe('2026-03-01T08:30:00.000Z')
  expect(removedAt satisfies string | null).toBe(null)
  expect(rest).toEqual({ id: 'c1', reminderDays: [3, 1], people: { ever_member: true } })
})
