import { expect, it } from 'vitest'
import { erasureAheadMail } from './emails.ts'

it('names the day of the organisation on which data is erased', () => {
  const mail = (timeZone: string) => {
    const ending = { tests: 1, scales: 0, people: 0, first: '2026-12-26T10:59:00Z' }
    const about = { name: 'Gül', client: 'Anadolu', role: 'manager' as const, timeZone }
    return JSON.stringify(erasureAheadMail('en', { ...about, ...ending }, 'https://terazi.test/'))
  }
  expect(mail('Pacific/Auckland')).toContain('26 Dec 2026')
  expect(mail('Pacific/Kiritimati')).toContain('27 Dec 2026')
})
