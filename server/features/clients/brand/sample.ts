import { dayIn } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { Report, ReportScale } from '#contract/reports.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { HandedLink } from '#server/features/memberships/invitations/hand-over.ts'
import { translate } from '#server/locales.ts'

// Invented people and results for previews. Nothing of a real person is shown, and no link in it opens anything.

const nobody = '00000000-0000-0000-0000-000000000000'
const token = 'x'.repeat(43)

type Shown = Pick<AuthorizedClient, 'id' | 'name' | 'timeZone'> & { email: string; phone: string }

/** Somebody with a test to take, as mails and slips about it need them. */
export function sampleInvitation(client: Shown, locale: Locale): HandedLink {
  const now = Date.now()
  const endsAt = new Date(now + 10 * 24 * 3_600_000)
  const invited = {
    userId: nobody,
    name: translate(locale, 'brand:sample.person'),
    email: 'ornek@example.com',
    staffNumber: '1024',
    group: translate(locale, 'brand:sample.group'),
    role: 'candidate' as const,
    reader: false,
    readerGroups: null,
    locale,
    client: { name: client.name, email: client.email, phone: client.phone, timeZone: client.timeZone },
    suspended: false,
    consented: false,
    askedOfParts: false,
    managerLinkEnds: endsAt,
    emptyLinkEnds: endsAt,
  }
  const test = {
    id: nobody,
    locale,
    name: translate(locale, 'brand:sample.test'),
    minutes: 45,
    due: dayIn(endsAt.toISOString(), client.timeZone),
    opensAt: null,
    place: null,
    pauseMinutes: null,
    createdBy: nobody,
    linkEnds: endsAt,
  }
  return {
    path: `/magic-link/${nobody}/${token}`,
    code: 'ABCDEFGHJKMN',
    expiresAt: endsAt,
    invited,
    tests: [test],
  }
}

/** A finished test with three scales. */
export function sampleReport(client: Pick<Shown, 'name' | 'timeZone'>, locale: Locale): Report {
  const say = (key: string) => translate(locale, `brand:sample.${key}`)
  const hour = 3_600_000
  const completed = Date.now() - 24 * hour
  const scales = [72, 58, 41].map((percentage, at): ReportScale => {
    const name = say(`scale${at + 1}`)
    return {
      key: `S${at}`,
      name,
      short: name,
      description: '',
      raw: percentage,
      min: 0,
      max: 100,
      percentage,
      standardScore: null,
      percentile: null,
      sten: null,
      stanine: null,
      sem: null,
      band: null,
      groupAverage: null,
      answered: 12,
      items: 12,
      interview: [],
    }
  })
  const [test, name] = [say('test'), say('person')]
  return {
    assignmentId: nobody,
    serial: 'TRZ-0000-00',
    locale,
    timeZone: client.timeZone,
    reader: 'manager',
    showsSensitive: false,
    candidate: { name, group: say('group'), type: 'candidate' },
    client: { name: client.name },
    inventory: { code: 'MYT', name: test, title: test, layout: 'profile', sensitive: false },
    startedAt: new Date(completed - hour).toISOString(),
    completedAt: new Date(completed).toISOString(),
    dueDate: null,
    durationSeconds: 2640,
    limitSeconds: null,
    adjustedTime: false,
    testLocale: locale,
    answered: 36,
    itemCount: 36,
    submittedBy: 'person',
    lateAnswers: { count: 0, inTime: 0, accepted: false, undecided: 0 },
    conduct: null,
    correct: null,
    group: null,
    categories: [
      {
        key: 'C',
        name: test,
        percentage: 57,
        standardScore: null,
        groupAverage: null,
        groupWithout: [],
        band: null,
        scales,
      },
    ],
    composites: [],
    placement: null,
    checklist: null,
    validity: { confidence: 'high', notes: [] },
    signals: null,
    texts: { howToRead: '', limits: '', notice: '', simulated: '' },
    versions: { inventory: 1, hash: '0'.repeat(64), format: 1, scoring: '1' },
  }
}
