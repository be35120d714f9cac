import { expect, it } from 'vitest'
import { contentOf } from '#server/mail/define.ts'
import { noticeOf, sendRequestNotice } from './jobs.ts'

it('tells the desk the day of the organisation by which it has to answer, as the list does', () => {
  const dueBy = (timeZone: string) => {
    const request = {
      clientName: 'Anadolu',
      kind: 'access' as const,
      dueAt: new Date('2026-12-26T10:59:00Z'),
    }
    const to = {
      userId: 'gul',
      name: 'Gül',
      email: 'gul@terazi.test',
      locale: 'en' as const,
      role: 'manager' as const,
    }
    const notice = noticeOf(to, { ...request, timeZone }, 'week')
    return JSON.stringify(contentOf(sendRequestNotice, notice, 'https://terazi.test'))
  }
  expect(dueBy('Pacific/Auckland')).toContain('26 Dec 2026')
  expect(dueBy('Pacific/Kiritimati')).toContain('27 Dec 2026')
})
