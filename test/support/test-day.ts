import type { TestDayDetails, TestDayPerson } from '#contract/test-days.ts'

const id = '01900000-0000-7000-8000-000000000001'

/** A test day on its day, with two rooms and no tablets. */
export const testDay = (more: Partial<TestDayDetails> = {}): TestDayDetails => ({
  id,
  place: 'Kapı 2',
  day: '2026-11-26',
  rooms: ['Salon 1', 'Salon 2'],
  locale: 'tr',
  tests: [{ inventoryId: id, code: 'MYT', name: 'İş becerileri', sensitive: false }],
  sensitiveOffline: false,
  state: 'today',
  createdAt: '2026-11-20T09:00:00Z',
  closedAt: null,
  people: 2,
  started: 1,
  finished: 0,
  pin: '407218',
  pinLimitReached: false,
  setupCodes: [],
  tablets: [],
  waiting: 0,
  ...more,
})

export const testDayPerson = (more: Partial<TestDayPerson> = {}): TestDayPerson => ({
  membershipId: id,
  name: 'Gülşah Öztürk',
  staffNumber: '',
  group: 'Paketleme',
  room: 'Salon 1',
  code: '000407218550',
  state: 'not_started',
  ...more,
})
