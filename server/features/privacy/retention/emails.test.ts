import { expect, it } from 'vitest'
import { contentOf } from '#server/mail/define.ts'
import { sendErasureAhead } from './jobs.ts'

it('names the day of the organisation on which data is erased', () => {
  const mail = (timeZone: string) => {
    const ending = { tests: 1, scales: 0, people: 0, first: '2026-12-26T10:59:00Z' }
    const reader = { userId: 'gul', name: 'Gül', email: 'gul@terazi.test', locale: 'en' as const }
    const about = { clientId: 'anadolu', words: { client: 'Anadolu' }, role: 'manager' as const, timeZone }
    return JSON.stringify(
      contentOf(sendErasureAhead, { ...reader, ...about, ...ending }, 'https://terazi.test'),
    )
  }
  expect(mail('Pacific/Auckland')).toContain('26 Dec 2026')
  expect(mail('Pacific/Kiritimati')).toContain('27 Dec 2026')
})
