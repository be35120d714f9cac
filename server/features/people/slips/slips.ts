import { dayIn } from '#contract/clock.ts'
import { formatDateTime, formatLongDay } from '#contract/format.ts'
import type { BodyOf } from '#contract/kit.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { slipCodeGroups, slipCodePage } from '#contract/slipCode.ts'
import { maxSlipsAtOnce, nextSlips, type slipsPdf } from '#contract/slips.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import type { ChosenMembers } from '#server/features/memberships/filter.ts'
import {
  type HandedLink,
  handOverLink,
  waitingAmong,
} from '#server/features/memberships/invitations/hand-over.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { Slip } from '#server/pdf/slip.ts'

/** The most tests that a slip has lines for. */
const maxTests = 3
/** Characters of the small print that fit a slip's line. */
const lineLength = 56

/** The name under which slips are handed out. */
export const slipsAttachment = ({ name, locale }: Actor, { timeZone }: AuthorizedClient): string =>
  attachment(`${translate(locale, 'exports:file.slips')} ${madeBy({ name }, timeZone)}.pdf`)

/** Prints the slips of these people, as many as fit in a file. @throws Failure client_not_active, nothing_to_open */
export async function slipsAtOnce(
  db: Database,
  client: AuthorizedClient,
  body: BodyOf<typeof slipsPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const { locale } = actor
  const { slips, next, brand } = await db.transaction().execute(async (tx) => {
    const chosen = await chosenMembers(tx, client, body)
    requireActive(client)
    const which = {
      withoutEmail: body.withoutEmail ?? false,
      after: body.after ?? null,
      most: maxSlipsAtOnce,
    }
    const { membershipIds, next } = await slipsFor(tx, client, chosen, which)
    const brand = await paperBrandOf(tx, client.id)
    const slips = await makeSlips(tx, client, membershipIds, { by: actor.userId, ...deps.config })
    await recordAudit(tx, {
      action: 'slips_made',
      by: actor,
      clientId: client.id,
      details: { quantity: slips.length },
    })
    return { slips, next, brand }
  })
  const pdf = await deps.pdf.renderSlips(
    slips,
    translate(locale, 'slips:title', { client: client.name }),
    locale,
    brand,
  )
  reply.header('content-disposition', slipsAttachment(actor, client))
  if (next !== null) reply.header(nextSlips, next)
  return Buffer.from(pdf)
}

/**
 * Those of these people who have something to do, as many as fit in a file.
 * @returns them by name, and after which membership the next file begins; null with the last one
 * @throws Failure nothing_to_open when none of them has anything to do
 */
export async function slipsFor(
  db: Executor,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  { most, ...which }: { withoutEmail: boolean; after: string | null; most: number },
): Promise<{ membershipIds: string[]; next: string | null }> {
  const found = await waitingAmong(db, client.id, chosen, { ...which, limit: most + 1 })
  if (found.length === 0) throw new Failure('nothing_to_open')
  const membershipIds = found.slice(0, most)
  return { membershipIds, next: found.length > most ? (membershipIds.at(-1) ?? null) : null }
}

/** The slips of these people, in this order, each with a link that opens. Who is gone by now gets none. */
export async function makeSlips(
  tx: Executor,
  client: AuthorizedClient,
  membershipIds: readonly string[],
  { by, publicUrl, slipKey }: { by: string; publicUrl: string; slipKey: Buffer },
): Promise<Slip[]> {
  const made = new Map<string, HandedLink>()
  // The links are made in one order: two who print for the same people do not wait for each other in a circle.
  for (const membershipId of membershipIds.toSorted()) {
    const link = await linkOf(tx, { clientId: client.id, membershipId }, { by, slipKey })
    if (link !== undefined) made.set(membershipId, link)
  }
  return membershipIds.flatMap((id) => {
    const link = made.get(id)
    return link === undefined ? [] : [slipOf(link, publicUrl)]
  })
}

async function linkOf(
  tx: Executor,
  person: { clientId: string; membershipId: string },
  how: { by: string; slipKey: Buffer },
): Promise<HandedLink | undefined> {
  try {
    return await handOverLink(tx, person, { ...how, replace: false })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}

/** The last calendar day, at the client's place, on which something opens. */
const lastDay = (expiresAt: Date, timeZone: string) => dayIn(lastMoment(expiresAt.toISOString()), timeZone)

/** A slip's words, in the language that the person's newest test was given in. */
export function slipOf({ invited, tests, path, code, expiresAt }: HandedLink, publicUrl: string): Slip {
  const locale = tests[0]?.locale ?? invited.locale
  const say = (key: string, variables: Record<string, string | number> = {}) =>
    translate(locale, key, { client: invited.client.name, ...variables })
  const due = tests.flatMap((test) => (test.due === null ? [] : [test.due])).toSorted()[0]
  // Said where nothing can be started before.
  const opens = tests.every((test) => test.opensAt !== null)
    ? tests.flatMap((test) => test.opensAt?.toISOString() ?? []).toSorted()[0]
    : undefined
  const ordered = tests.filter((test) => test.place !== null).length > 1
  const until = formatLongDay(lastDay(expiresAt, invited.client.timeZone), locale)
  const link = publicUrl + path
  const page = publicUrl + slipCodePage
  // The address is shortened to what people type: a browser needs nothing before it.
  const address = page.replace(/^https?:\/\//, '')
  const more = tests.length - maxTests
  return {
    locale,
    client: invited.client.name,
    name: invited.name,
    known: [invited.staffNumber && say('slips:staffNumber', { number: invited.staffNumber }), invited.group]
      .filter(Boolean)
      .join(' · '),
    lead: say(ordered ? 'slips:leadInOrder' : 'slips:lead', { count: tests.length }),
    tests: [
      ...tests.slice(0, maxTests).map((test) => say('slips:test', { name: test.name, count: test.minutes })),
      ...(more > 0 ? [say('slips:more', { count: more })] : []),
    ],
    due: [
      ...(opens === undefined
        ? []
        : [say('slips:opens', { time: formatDateTime(opens, locale, invited.client.timeZone) })]),
      due === undefined
        ? say('slips:validUntil', { day: until })
        : say('slips:due', { day: formatLongDay(due, locale) }),
    ].join(' · '),
    scan: say('slips:scan'),
    type: say('slips:type', { address }),
    address,
    page,
    code: slipCodeGroups(code ?? ''),
    personal: say('slips:personal'),
    alt: say('slips:square', { name: invited.name }),
    link,
    linkLines: link.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [link],
  }
}
