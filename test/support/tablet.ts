import type { TabletDay } from '#contract/tablets.ts'
import type { Tablet } from '../../web/player/tablet/store.ts'

/** A test day as a tablet knows it, at ten in the morning of the day itself. */
export const exampleDay: TabletDay = {
  client: 'Anadolu Gıda',
  place: 'Kapı 2',
  day: '2026-11-20',
  timeZone: 'Europe/Istanbul',
  startsAt: '2026-11-19T21:00:00.000Z',
  endsAt: '2026-11-20T21:00:00.000Z',
  state: 'today',
  revoked: false,
  tests: [{ code: 'MYT', name: 'MYT' }],
  tablet: { id: '01890000-0000-7000-8000-000000000007', name: 'Tablet 07', room: 'A' },
  packageVersion: 'v1',
  serverTime: '2026-11-20T07:00:00.000Z',
}

/** A tablet of that day that was not opened yet. */
export const exampleTablet: Tablet = {
  shape: 1,
  token: 'tab_1',
  day: exampleDay,
  offsetMs: 0,
  usual: {
    look: { size: 0, contrast: false, timer: true, shortcuts: true, pages: true },
    dark: false,
    locale: 'tr',
  },
}
