import { dayCodeGroups } from '#contract/dayCode.ts'
import { formatLongDay } from '#contract/format.ts'
import type { QueryOf } from '#contract/kit.ts'
import { tabletPage } from '#contract/pages.ts'
import { maxTestDayPeople, type testDaySlips } from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { Slip } from '#server/pdf/slip.ts'
import type { AuthorizedDay } from './access.ts'
import { testDayObject } from './days.ts'
import { codeKeyOf, findPeople } from './people-queries.ts'
import type { CountedDay } from './queries.ts'
import { codeOf } from './secrets.ts'

/** Slips to cut, as one PDF. @throws Failure nothing_to_open, test_day_over */
export async function printSlips(
  db: Database,
  { client, day }: AuthorizedDay,
  which: Which,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const { locale } = actor
  const { publicUrl, slipKey } = deps.config
  const slips = await slipsOfDay(db, client, day, { which, publicUrl, slipKey })
  await recordAudit(db, {
    action: 'slips_made',
    by: actor,
    clientId: client.id,
    details: { quantity: slips.length },
  })
  const title = translate(locale, 'slips:day.title', { place: day.place })
  const name = `${translate(locale, 'exports:file.slips')} ${madeBy(actor, client.timeZone)}.pdf`
  reply.header('content-disposition', attachment(name))
  return Buffer.from(await deps.pdf.renderSlips(slips, title, locale, await paperBrandOf(db, client.id)))
}

type Which = QueryOf<typeof testDaySlips>

/**
 * The slips of a day's people, by room and name, in the day's language: the code to type on a tablet, and as a QR code.
 * @throws Failure nothing_to_open, test_day_over
 */
async function slipsOfDay(
  db: Executor,
  client: AuthorizedClient,
  day: CountedDay,
  { which, publicUrl, slipKey }: { which: Which; publicUrl: string; slipKey: Buffer },
): Promise<Slip[]> {
  if (day.state === 'over') throw new Failure('test_day_over')
  const key = { clientId: client.id, id: day.id }
  const { rows } = await findPeople(db, key, which, 'room', { limit: maxTestDayPeople, offset: 0 })
  if (rows.length === 0) throw new Failure('nothing_to_open')
  const { locale } = day
  const address = publicUrl.replace(/^https?:\/\//, '') + tabletPage
  const { tests } = await testDayObject(db, day, locale)
  const say = (name: string, variables: Record<string, string | number> = {}) =>
    translate(locale, `slips:day.${name}`, variables)
  return rows.map((row) => {
    const code = codeOf(slipKey, day.id, codeKeyOf(row))
    return {
      locale,
      address,
      page: publicUrl + tabletPage,
      client: client.name,
      name: row.name,
      known: [
        row.staff_number && translate(locale, 'slips:staffNumber', { number: row.staff_number }),
        row.group_name,
      ]
        .filter(Boolean)
        .join(' · '),
      lead: [day.place, row.room].filter(Boolean).join(' · '),
      tests: tests.slice(0, 3).map((test) => test.name),
      due: formatLongDay(day.day, locale),
      scan: say('scan'),
      type: say('type', { address }),
      code: dayCodeGroups(code),
      personal: say('personal'),
      alt: say('square', { name: row.name }),
      link: `${publicUrl}${tabletPage}?code=${code}`,
      linkLines: [],
    }
  })
}
