import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDateTime, formatDay, formatLongDay, formatTime } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { consentLine } from '#server/features/links/withdrawal.ts'
import { translate } from '#server/locales.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'
import { stressed } from '#server/mail/stressed.ts'
import type { Invited, OpenTest } from './queries.ts'

interface Link {
  url: string
  endsAt: Date
}

/** Tells a candidate or employee which tests wait, until when, and opens them. */
export function invitationMail(
  reason: 'invited' | 'assigned' | 'extended' | 'dated' | 'reminded',
  locale: Locale,
  { name, client, consented }: Pick<Invited, 'name' | 'client' | 'consented'>,
  tests: readonly OpenTest[],
  { url, endsAt }: Link,
): Content {
  const count = tests.length
  const say = (key: string, variables: Record<string, string | number> = {}) =>
    translate(locale, key, { client: client.name, count, ...variables })
  const minutes = tests.reduce((sum, test) => sum + test.minutes, 0)
  const days = new Set(tests.map(({ due }) => due))
  // One day for all of them is said once; different ones beside each test.
  const [day] = days.size === 1 ? days : []
  const openings = new Set(tests.map(({ opensAt }) => opensAt?.toISOString() ?? null))
  const [opening] = openings.size === 1 ? openings : []
  const opensWords = (at: string) => formatDateTime(at, locale, client.timeZone)
  const rows = tests.map((test) => ({
    label: test.name,
    value: [
      days.size > 1 && test.due
        ? translate(locale, 'mail:invitation.minutesDue', {
            count: test.minutes,
            day: formatDay(test.due, locale),
          })
        : translate(locale, 'mail:invitation.minutes', { count: test.minutes }),
      ...(openings.size > 1 && test.opensAt
        ? [translate(locale, 'mail:invitation.opensAt', { time: opensWords(test.opensAt.toISOString()) })]
        : []),
    ].join(' · '),
  }))
  if (opening) {
    const time = formatTime(opening, locale, client.timeZone)
    const value = `${formatLongDay(dayIn(opening, client.timeZone), locale)}, ${time}`
    rows.push({ label: translate(locale, 'mail:invitation.opens'), value })
  }
  if (day) {
    const value = translate(locale, 'mail:invitation.dueEnd', { day: formatLongDay(day, locale) })
    rows.push({ label: translate(locale, 'mail:invitation.due'), value })
  }
  const until = formatDate(lastMoment(endsAt.toISOString()), locale, client.timeZone)
  return {
    locale,
    subject: say(`mail:invitation.subject.${reason}`),
    preheader: [
      say('mail:invitation.preheader', { minutes }),
      ...(day ? [translate(locale, 'mail:invitation.preheaderDue', { day: formatDay(day, locale) })] : []),
    ].join(' '),
    heading: greeting(locale, name),
    paragraphs: [stressed(client.name, (client) => say(`mail:invitation.lead.${reason}`, { client }))],
    rows,
    action: {
      label: say('mail:invitation.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: say('mail:invitation.actionLead'),
    },
    notes: [
      ...orderNotes(tests, locale),
      translate(locale, 'mail:invitation.notStarted'),
      translate(locale, 'mail:invitation.nothingLost'),
      ...(days.has(null) ? [translate(locale, 'mail:invitation.validUntil', { day: until })] : []),
      translate(locale, 'mail:personal'),
    ],
    closing: [
      contactLine(locale, client),
      ...(consented ? [consentLine(locale, url)] : []),
      [say('mail:invitation.onBehalf')],
    ],
  }
}

/** That the order of the list is the one to keep, and the pause between two tests. */
function orderNotes(tests: readonly OpenTest[], locale: Locale): string[] {
  const ordered = tests.filter(({ place }) => place !== null)
  if (ordered.length < 2) return []
  const pause = ordered.reduce((most, { pauseMinutes }) => Math.max(most, pauseMinutes ?? 0), 0)
  return [
    translate(locale, 'mail:invitation.inOrder'),
    ...(pause > 0 ? [translate(locale, 'mail:invitation.pause', { count: pause })] : []),
  ]
}

/**
 * Tells a person that they need not take tests any more. It asks for nothing, so there is nothing to press.
 * @param url opens their consents, where they have given any
 */
export function withdrawalMail(
  locale: Locale,
  { name, client }: Pick<Invited, 'name' | 'client'>,
  tests: readonly string[],
  url: string | undefined,
): Content {
  const say = (key: string, variables: Record<string, string> = {}) =>
    translate(locale, key, { client: client.name, count: tests.length, ...variables })
  return {
    locale,
    subject: say('mail:withdrawal.subject'),
    preheader: say('mail:withdrawal.nothing'),
    heading: greeting(locale, name),
    paragraphs: [
      stressed(client.name, (client) => say('mail:withdrawal.lead', { client })),
      [say('mail:withdrawal.nothing')],
    ],
    rows: tests.map((test) => ({ label: test, value: say('mail:withdrawal.withdrawn') })),
    action: null,
    notes: [],
    closing: [
      contactLine(locale, client),
      ...(url === undefined ? [] : [consentLine(locale, url)]),
      [say('mail:invitation.onBehalf')],
    ],
  }
}

/** Tells somebody that they manage a client now, and lets them in for the first time. */
export function managerInvitationMail(invited: Invited, { url, endsAt }: Link): Content {
  const { locale, name, client } = invited
  const until = formatDateTime(lastMoment(endsAt.toISOString()), locale, client.timeZone)
  return {
    locale,
    subject: translate(locale, 'mail:managerInvitation.subject', { client: client.name }),
    preheader: translate(locale, 'mail:managerInvitation.preheader', { until }),
    heading: greeting(locale, name),
    paragraphs: [
      stressed(client.name, (client) => translate(locale, 'mail:managerInvitation.lead', { client })),
      [translate(locale, 'mail:managerInvitation.purpose')],
    ],
    rows: [
      { label: translate(locale, 'mail:managerInvitation.userName'), value: invited.email ?? '' },
      { label: translate(locale, 'mail:managerInvitation.until'), value: until },
    ],
    action: {
      label: translate(locale, 'mail:managerInvitation.action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: translate(locale, 'mail:managerInvitation.actionLead'),
    },
    notes: [
      translate(locale, 'mail:managerInvitation.password'),
      translate(locale, 'mail:managerInvitation.once'),
      translate(locale, 'mail:personal'),
    ],
    closing: [[translate(locale, 'mail:managerInvitation.notYou')]],
  }
}
