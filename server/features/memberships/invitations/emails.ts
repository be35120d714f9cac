import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDateTime, formatDay, formatLongDay, formatTime } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { consentLine } from '#server/features/memberships/links/withdrawal.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import type { Letter, Recipient, Say } from '#server/mail/define.ts'
import { stressed } from '#server/mail/stressed.ts'
import type { Invited, OpenTest } from './queries.ts'

/** A member of a client, and the link that was made for them. */
interface Asked extends Recipient {
  readonly invited: Pick<Invited, 'client' | 'consented'>
  readonly url: string
  readonly endsAt: Date
}

/** Somebody who has tests to take. */
export interface Waiting extends Asked {
  readonly reason: 'invited' | 'assigned' | 'extended' | 'dated' | 'reminded'
  readonly tests: readonly OpenTest[]
  /** The client's own words before the tests; empty for none. */
  readonly intro: string
}

/** Tells a candidate or employee which tests wait, until when, and opens them. */
export const invitation: Letter<Waiting> = {
  kind: 'invitation',
  texts: ['mail:invitation.'],
  write(say, { reason, locale, invited: { client, consented }, tests, intro, url, endsAt }) {
    const minutes = tests.reduce((sum, test) => sum + test.minutes, 0)
    const day = sameFor(tests, ({ due }) => due)
    return {
      subject: say(`subject.${reason}`),
      preheader: [
        say('preheader', { minutes }),
        ...(day ? [say('preheaderDue', { day: formatDay(day, locale) })] : []),
      ].join(' '),
      paragraphs: [
        stressed(client.name, (client) => say(`lead.${reason}`, { client })),
        // A reminder, and a new date, repeat nothing.
        ...(reason === 'invited' || reason === 'assigned' ? intro.split('\n').filter((line) => line) : []),
      ],
      rows: testRows(say, tests, { locale, timeZone: client.timeZone }),
      action: url,
      notes: [
        ...orderNotes(say, tests),
        say('notStarted'),
        say('nothingLost'),
        tests.some(({ due }) => due === null) &&
          say('validUntil', { day: formatDate(lastMoment(endsAt.toISOString()), locale, client.timeZone) }),
        say('personal'),
      ],
      closing: [contactLine(locale, client), consented && consentLine(locale, url), say('onBehalf')],
    }
  },
}

/** The value that all tests have in common; undefined where they differ. */
function sameFor<Value>(tests: readonly OpenTest[], of: (test: OpenTest) => Value): Value | undefined {
  const [value, ...others] = new Set(tests.map(of))
  return others.length === 0 ? value : undefined
}

/** Rows of the tests, and of when they open and end: one row where that is the same for all, else beside each test. */
function testRows(
  say: Say,
  tests: readonly OpenTest[],
  { locale, timeZone }: { locale: Locale; timeZone: string },
): [label: string, value: string][] {
  const day = sameFor(tests, ({ due }) => due)
  const opening = sameFor(tests, ({ opensAt }) => opensAt?.toISOString() ?? null)
  const rows = tests.map(({ name, minutes: count, due, opensAt }): [string, string] => {
    const length =
      day === undefined && due
        ? say('minutesDue', { count, day: formatDay(due, locale) })
        : say('minutes', { count })
    const opens = opening === undefined && opensAt && formatDateTime(opensAt.toISOString(), locale, timeZone)
    return [name, opens ? `${length} · ${say('opensAt', { time: opens })}` : length]
  })
  if (opening) {
    const time = formatTime(opening, locale, timeZone)
    rows.push([say('opens'), `${formatLongDay(dayIn(opening, timeZone), locale)}, ${time}`])
  }
  if (day) rows.push([say('due'), say('dueEnd', { day: formatLongDay(day, locale) })])
  return rows
}

/** Notes that the tests are taken in the order of the list, and how long the pause between two is. */
function orderNotes(say: Say, tests: readonly OpenTest[]): string[] {
  const ordered = tests.filter(({ place }) => place !== null)
  if (ordered.length < 2) return []
  const pause = ordered.reduce((most, { pauseMinutes }) => Math.max(most, pauseMinutes ?? 0), 0)
  return [say('inOrder'), ...(pause > 0 ? [say('pause', { count: pause })] : [])]
}

/** Groups that a mail names; a reader may have fifty. */
const namedGroups = 10

/** The groups whose people a reader sees. */
function groupsLine(say: Say, groups: readonly string[] | null, locale: Locale): string {
  if (groups === null) return say('allPeople')
  const more = groups.length - namedGroups
  const named = groups.slice(0, namedGroups)
  const items = more > 0 ? [...named, say('moreGroups', { count: more })] : named
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
}

interface AskedManager extends Asked {
  readonly invited: Pick<Invited, 'client' | 'consented' | 'reader' | 'readerGroups'>
  /** The name of who invited them; undefined where the mail is sent again. */
  readonly inviter: string | undefined
}

/** Tells somebody that they manage a client now, and lets them in for the first time. */
export const managerInvitation: Letter<AskedManager> = {
  kind: 'manager_invitation',
  texts: ['mail:managerInvitation.'],
  write(say, { locale, email, invited: { client, reader, readerGroups }, url, endsAt, inviter }) {
    const until = formatDateTime(lastMoment(endsAt.toISOString()), locale, client.timeZone)
    const of = reader ? 'Reader' : ''
    return {
      subject: say(`subject${of}`),
      preheader: say('preheader', { until }),
      paragraphs: [stressed(client.name, (client) => say(`lead${of}`, { client })), say(`purpose${of}`)],
      rows: [
        inviter !== undefined && [say('invitedBy'), inviter],
        reader && [say('groups'), groupsLine(say, readerGroups, locale)],
        [say('userName'), email],
        [say('until'), until],
      ],
      action: url,
      notes: [say('password'), say('once'), say('personal')],
      closing: [say('notYou')],
    }
  },
}
