import { noAccommodations } from '#contract/accommodation-fields.ts'
import { formatLongDay } from '#contract/format.ts'
import { registerPage } from '#contract/pages.ts'
import type { Executor } from '#server/db/database.ts'
import { announcedMinutes } from '#server/features/delivery/attempts/clock/time.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { Poster } from '#server/pdf/poster.ts'
import type { AuthorizedRegistration } from './access.ts'
import type { RegistrationRow } from './queries.ts'

/** The most tests that a poster has lines for. */
const maxTests = 4

function stepOf(
  row: RegistrationRow,
  count: number,
  say: (key: string, variables?: Record<string, string | number>) => string,
): string {
  const { day_place: place, due_date: day, locale } = row
  if (place === null || day === null) return say(row.approval ? 'stepApproval' : 'stepAtOnce', { count })
  return say(row.approval ? 'stepDayApproval' : 'stepDay', { place, day: formatLongDay(day, locale), count })
}

/** @throws Failure registration_closed */
export async function printPoster(
  db: Executor,
  { client, row }: AuthorizedRegistration,
  _query: undefined,
  { locale }: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  if (row.closed_at !== null) throw new Failure('registration_closed')
  const poster = await posterOf(db, row, client, deps.config.publicUrl)
  reply.header('content-disposition', attachment(`${translate(locale, 'exports:file.poster')}.pdf`))
  return Buffer.from(await deps.pdf.renderPoster(poster, await paperBrandOf(db, client.id)))
}

/** The content of the poster for the wall, in the language of the tests. */
async function posterOf(
  db: Executor,
  row: RegistrationRow,
  client: { name: string },
  publicUrl: string,
): Promise<Poster> {
  const { locale } = row
  const say = (key: string, variables: Record<string, string | number> = {}) =>
    translate(locale, `registration-notice:poster.${key}`, { client: client.name, ...variables })
  const link = `${publicUrl}${registerPage}/${row.code}`
  const versions = await currentVersions(db)
  const tests = row.inventory_ids.flatMap((id) => versions.find((known) => known.inventoryId === id) ?? [])
  return {
    locale,
    title: say('title', { name: row.name }),
    client: client.name,
    name: row.name,
    lead: say('lead'),
    scan: say('scan'),
    type: say('type'),
    // The address is shortened to what people type: a browser needs nothing before it.
    address: link.replace(/^https?:\/\//, ''),
    steps: [stepOf(row, tests.length, say), say('stepPhone')],
    testsTitle: say('tests', { count: tests.length }),
    tests: [
      ...tests.slice(0, maxTests).map((version) =>
        say('test', {
          name: nameOf(version, locale),
          count: announcedMinutes(version.definition, noAccommodations),
        }),
      ),
      ...(tests.length > maxTests ? [say('more', { count: tests.length - maxTests })] : []),
    ],
    until: say('until', { day: formatLongDay(row.ends_on, locale) }),
    link,
    alt: say('square', { name: row.name }),
  }
}
