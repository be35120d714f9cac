import { sql } from 'kysely'
import type { BodyIn } from '#contract/kit.ts'
import { confirmRegistration, getRegistrationPage, register } from '#contract/registering.ts'
import { openRegistration, type Registration } from '#contract/registrations.ts'
import type { Executor } from '#server/db/database.ts'
import { noticeVersion } from '#server/features/people/registrations/notice.ts'
import { request } from './api.ts'
import { type Cast, inventory } from './cast.ts'
import type { TestServer } from './server.ts'

/** A registration of the first client for one test. */
export async function addRegistration(
  server: TestServer,
  cast: Cast,
  more: Partial<BodyIn<typeof openRegistration>> = {},
): Promise<Registration & { code: string }> {
  const { answer } = await request(server.url, openRegistration, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      name: 'Depo görevlisi',
      locale: 'tr',
      cap: 5,
      endsOn: '2999-11-30',
      ...(more.testDayId === undefined && {
        inventoryIds: [inventory(cast, 'ENGLISH')],
        dueDate: '2999-12-31',
      }),
      approval: false,
      ...more,
    },
  })
  return { ...answer, code: answer.url.split('/').at(-1) ?? '' }
}

/** A page's token, as somebody has it who opened the page a while ago. */
export async function pageToken(server: TestServer, code: string): Promise<string> {
  const { answer } = await request(server.url, getRegistrationPage, { params: { code } })
  await ageTokens(server.database.db)
  return answer.token
}

const ageTokens = (db: Executor) =>
  sql`UPDATE throttles SET window_start = window_start - interval '10 seconds'
      WHERE count = 0 AND window_start > now() - interval '5 seconds'`.execute(db)

type Person = { name?: string; website?: string } & ({ email: string } | { phone: string })

export async function registerAs(
  server: TestServer,
  code: string,
  person: Person,
  token?: string,
  language = 'tr',
) {
  return request(server.url, register, {
    params: { code },
    headers: { 'accept-language': language },
    body: {
      name: 'Ada Deniz',
      notice: noticeVersion,
      token: token ?? (await pageToken(server, code)),
      ...person,
    },
  })
}

/** The newest code that was mailed to an address. */
export async function mailedDigits(server: TestServer, email: string): Promise<string> {
  await server.runJobs()
  const mail = await server.database.db
    .selectFrom('demo_mails')
    .select('subject')
    .where('recipient', '=', email.toLowerCase())
    .where('kind', '=', 'registration_code')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (/^(\d{3}) (\d{3}):/.exec(mail?.subject ?? '')?.slice(1) ?? []).join('')
}

/** Registers with an address and enters the code. */
export async function registerByMail(
  server: TestServer,
  code: string,
  person: { name?: string; email: string },
) {
  const begun = await registerAs(server, code, person)
  const digits = await mailedDigits(server, person.email)
  return request(server.url, confirmRegistration, {
    params: { code },
    body: { check: begun.answer.check ?? '', digits },
  })
}
