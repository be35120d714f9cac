import type { Locale } from '#contract/fields.ts'
import { formatDateTime, formatDay, formatNumber, formatPercent } from '#contract/format.ts'
import type { HandedData, OwnData, OwnTest } from '#contract/own-data.ts'
import { translate } from '#server/locales.ts'
import type { Paper, PaperPart } from '#server/pdf/paper.ts'

type Client = OwnData['clients'][number]
type Fact = PaperPart['facts'][number]

/** The words of one document, in one language and one time zone. */
interface Writer {
  say(key: string, variables?: Record<string, string | number>): string
  moment(iso: string | null): string
  number(value: number | null): string
  /** A fact, unless there is nothing to say. */
  fact(key: string, value: string | null | undefined): Fact[]
}

function writer(locale: Locale, timeZone: string): Writer {
  const say: Writer['say'] = (key, variables) => translate(locale, `own-data:paper.${key}`, variables)
  return {
    say,
    moment: (iso) => (iso === null ? '' : formatDateTime(iso, locale, timeZone)),
    number: (value) => (value === null ? '–' : formatNumber(value, locale, 1)),
    fact: (key, value) => (value ? [{ label: say(`fact.${key}`), value }] : []),
  }
}

const part = (level: PaperPart['level'], heading: string, more: Partial<PaperPart>): PaperPart => ({
  level,
  heading,
  facts: [],
  lines: [],
  picture: null,
  table: null,
  ...more,
})

/** A part with a table, where there is anything to list, without columns in which nothing ever is. */
function listed(
  { say }: Writer,
  level: PaperPart['level'],
  key: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): PaperPart[] {
  if (rows.length === 0) return []
  const filled = <Cell>(cells: readonly Cell[]) =>
    cells.filter((_, at) => rows.some((row) => row[at] !== '–' && row[at] !== ''))
  return [
    part(level, say(`heading.${key}`), {
      table: { heads: filled(columns).map((one) => say(`column.${one}`)), rows: rows.map(filled) },
    }),
  ]
}

/**
 * The data about a person, as a document to read.
 * @param picture the person's picture, as a JPEG
 */
export function paperOf(data: OwnData, picture: Uint8Array | null, locale: Locale): Paper {
  const { account } = data
  const write = writer(locale, account.timeZone)
  const { say, moment, fact } = write
  return {
    locale,
    title: say('title', { name: account.name }),
    lead: [say('made', { at: moment(data.madeAt), zone: account.timeZone }), say('scope')],
    page: say('page'),
    parts: [
      part(2, say('heading.account'), {
        facts: [
          ...fact('name', account.name),
          ...fact('email', account.email),
          ...fact('emailVerified', say(account.emailVerified ? 'yes' : 'no')),
          ...fact('pendingEmail', account.pendingEmail),
          ...fact('phone', account.phone),
          ...fact('createdAt', moment(account.createdAt)),
          ...fact('locale', say(`locale.${account.locale}`)),
          ...fact('timeZone', account.timeZone),
          ...fact('hasPassword', say(account.hasPassword ? 'yes' : 'no')),
          ...fact('secondFactorAt', moment(account.secondFactorAt)),
          ...(picture === null ? fact('picture', say('none')) : []),
        ],
        picture: picture && { bytes: [...picture], alt: say('fact.picture') },
      }),
      ...data.clients.flatMap((client) => clientParts(write, client, locale)),
      ...sessionParts(write, data),
      ...listed(
        write,
        2,
        'devices',
        ['used'],
        data.devices.map((one) => [moment(one.seenAt)]),
      ),
      ...recordParts(write, data),
    ],
  }
}

/** The data that the desk delivers, as a document. */
export function handedPaper(data: HandedData, locale: Locale): Paper {
  const timeZone = data.clients[0]?.client.timeZone ?? 'UTC'
  const write = writer(locale, timeZone)
  const { say, moment, fact } = write
  return {
    locale,
    title: say('title', { name: data.name }),
    lead: [say('madeBy', { at: moment(data.madeAt), zone: timeZone, name: data.madeBy }), data.scope],
    page: say('page'),
    parts: [
      part(2, say('heading.account'), { facts: [...fact('name', data.name), ...fact('email', data.email)] }),
      ...data.clients.flatMap((client) => clientParts(write, client, locale)),
      ...sessionParts(write, data),
      ...recordParts(write, data),
    ],
  }
}

function sessionParts(write: Writer, { sessions }: Pick<OwnData, 'sessions'>): PaperPart[] {
  const { say, moment } = write
  return listed(
    write,
    2,
    'sessions',
    ['device', 'begun', 'used', 'ends', 'proved'],
    sessions.map((one) => [
      [one.browser, one.system, one.tablet ?? ''].filter((word) => word !== '').join(', ') || '–',
      ...[moment(one.createdAt), moment(one.seenAt), moment(one.expiresAt)],
      one.provedBy === null ? '–' : `${say(`identity.${one.provedBy}`)}, ${moment(one.provedAt)}`,
    ]),
  )
}

function recordParts(write: Writer, data: Pick<OwnData, 'links' | 'mails' | 'record'>): PaperPart[] {
  const { links, mails, record } = data
  const { say, moment } = write
  return [
    ...listed(
      write,
      2,
      'links',
      ['link', 'mailedTo', 'made', 'ends', 'opened'],
      links.map((one) => [
        ...[say(`link.${one.purpose}`), one.email ?? '–'],
        ...[moment(one.createdAt), moment(one.expiresAt), moment(one.openedAt) || '–'],
      ]),
    ),
    ...listed(
      write,
      2,
      'mails',
      ['what', 'mailedTo', 'at', 'outcome', 'opened'],
      mails.map((one) => [
        one.client === null
          ? say(`mail.kind.${one.kind}`)
          : `${say(`mail.kind.${one.kind}`)} (${one.client})`,
        ...[one.address, moment(one.at), outcomeOf(write, one), moment(one.openedAt) || '–'],
      ]),
    ),
    ...listed(
      write,
      2,
      'record',
      ['at', 'what', 'by', 'address'],
      record.map((one) => [
        moment(one.at),
        one.client === null ? one.what : `${one.what} (${one.client})`,
        ...[say(`by.${one.by}`), one.address || '–'],
      ]),
    ),
  ]
}

function outcomeOf(
  { say }: Writer,
  { outcome, failure, failureCode, tries }: OwnData['mails'][number],
): string {
  const why = failure === null ? [] : [say(`mail.failure.${failure}`), failureCode]
  return [say(`mail.outcome.${outcome}`), ...why, say('mail.tries', { count: tries })]
    .filter(Boolean)
    .join(', ')
}

/** Why name and contact have no end yet. */
function endlessBy({ role, removedAt, tests }: Client): 'whileMember' | 'whileTest' {
  const belongs = role === 'manager' || (role === 'employee' && removedAt === null)
  return !belongs && tests.some(({ erasedAt }) => erasedAt === null) ? 'whileTest' : 'whileMember'
}

function clientParts(write: Writer, client: Client, locale: Locale): PaperPart[] {
  const { say, moment, fact } = write
  return [
    part(2, client.client.name, {
      facts: [
        ...fact(
          'clientContact',
          [client.client.email, client.client.phone].filter((one) => one !== '').join(', '),
        ),
        ...fact('role', say(`role.${client.role}`)),
        ...fact('name', client.name),
        ...fact('email', client.email),
        ...fact('phone', client.phone),
        ...fact('staffNumber', client.staffNumber),
        ...fact('group', client.group),
        ...fact('joinedAt', moment(client.joinedAt)),
        ...fact('removedAt', moment(client.removedAt)),
        ...fact('ground', client.ground),
        ...fact(
          'keptUntil',
          client.heldAt === null ? moment(client.keptUntil) || say(endlessBy(client)) : say('held'),
        ),
        ...fact('heldReason', client.heldReason),
      ],
    }),
    ...listed(
      write,
      3,
      'decisions',
      ['at', 'decision', 'note'],
      client.decisions.map((one) => [moment(one.at), say(`decided.${one.decision}`), one.note || '–']),
    ),
    ...listed(
      write,
      3,
      'registrations',
      ['at', 'name', 'contact', 'state', 'decided', 'repeated'],
      client.registrations.map((one) => [
        ...[moment(one.at), one.name, one.email || one.phone, say(`state.${one.state}`)],
        ...[moment(one.decidedAt) || '–', repeatWords(write, one)],
      ]),
    ),
    ...client.tests.flatMap((test) => testParts(write, test, client.heldAt !== null, locale)),
    ...listed(
      write,
      3,
      'requests',
      ['at', 'request', 'channel', 'message', 'identity', 'answer'],
      client.requests.map((one) => [
        one.receivedOn === null ? moment(one.createdAt) : formatDay(one.receivedOn, locale),
        ...[say(`request.${one.kind}`), say(`channel.${one.channel}`), one.message || '–'],
        identityWords(write, one),
        one.decision === null
          ? say('waits', { day: moment(one.dueAt) })
          : [
              ...[say(`decision.${one.decision}`), one.reason, moment(one.decidedAt)],
              one.answeredBy && say(`answeredBy.${one.answeredBy}`),
            ]
              .filter(Boolean)
              .join(' '),
      ]),
    ),
  ]
}

const repeatWords = ({ moment }: Writer, { repeats, repeatedAt }: Client['registrations'][number]) =>
  repeats === 0 ? '–' : `${repeats} (${moment(repeatedAt)})`

/** The way in which the identity of the person was checked, in words. */
function identityWords({ say, moment }: Writer, { identity }: Client['requests'][number]): string {
  if (identity === null) return '–'
  const { way, at, by, note, email } = identity
  return [say(`identity.${way}`), by, moment(at), email, note].filter(Boolean).join(', ')
}

function testParts(write: Writer, test: OwnTest, held: boolean, locale: Locale): PaperPart[] {
  const { say, moment, fact } = write
  const heading = `${test.inventory.name} (${test.inventory.code} ${test.inventory.version})`
  // The line, the notices and who read it are what is left.
  if (test.erasedAt !== null)
    return [
      part(3, heading, {
        facts: [...fact('assignedAt', moment(test.createdAt)), ...fact('erasedAt', moment(test.erasedAt))],
      }),
      ...noticeParts(write, test),
      ...shareParts(write, test),
      ...readingParts(write, test),
    ]
  const { timePercent, textSize, readAloud } = test.accommodations
  const day = (value: string | null) => value && formatDay(value, locale)
  return [
    part(3, heading, {
      facts: [
        ...fact(
          'status',
          say(test.status === 'pending' && test.startedAt !== null ? 'running' : `status.${test.status}`),
        ),
        ...fact('description', test.description),
        ...fact('assignedAt', moment(test.createdAt)),
        ...fact('opensAt', moment(test.opensAt)),
        ...fact('dueDate', day(test.dueDate)),
        ...fact('startedAt', moment(test.startedAt)),
        ...fact('endedAt', moment(test.endedAt)),
        ...fact(
          'testDay',
          test.testDay &&
            [test.testDay.place, test.testDay.room, day(test.testDay.day)].filter(Boolean).join(', '),
        ),
        ...fact('order', test.order && orderWords(write, test.order)),
        ...(timePercent === 100
          ? []
          : fact('time', timePercent === null ? say('noLimit') : formatPercent(timePercent, locale))),
        ...(textSize > 0 ? fact('textSize', say(`textSize.${textSize}`)) : []),
        ...fact('readAloud', say(readAloud ? 'yes' : 'no')),
        ...fact('ground', test.ground),
        ...fact(
          'keptUntil',
          held ? say('held') : moment(test.keptUntil) || say('months', { count: test.keptMonths }),
        ),
        ...(test.scalesKeptUntil === null ? [] : fact('scalesKeptUntil', moment(test.scalesKeptUntil))),
        ...fact('restrictedAt', moment(test.restrictedAt)),
        ...fact('notAsked', test.notAsked.join(', ')),
        ...fact('reminders', test.reminders.map(moment).join(', ')),
        ...conductFacts(write, test),
      ],
    }),
    ...noticeParts(write, test),
    ...resultParts(write, test),
    ...feedbackParts(write, test),
    ...answerParts(write, test),
    ...keptParts(write, test),
    ...listed(
      write,
      4,
      'notes',
      ['at', 'note'],
      test.notes.map((one) => [moment(one.at), one.text]),
    ),
    ...shareParts(write, test),
    ...readingParts(write, test),
  ]
}

/** A file from the desk has no times. */
function answerParts(write: Writer, { answers }: OwnTest): PaperPart[] {
  const { say } = write
  const timed = answers.some(({ storedAt }) => storedAt !== null)
  return listed(
    write,
    4,
    'answers',
    ['question', 'answer', ...(timed ? ['at'] : [])],
    answers.map((one) => [
      one.question,
      `${one.answer.join('; ') || say('blank')}${one.late ? ` (${say('cameLate')})` : ''}`,
      ...(timed ? [momentAndSeconds(write, one.answeredAt ?? one.storedAt, one.seconds)] : []),
    ]),
  )
}

/** When, and how long it took. */
const momentAndSeconds = ({ say, moment, number }: Writer, at: string | null, seconds: number | null) =>
  at === null || seconds === null
    ? moment(at) || '–'
    : say('awayFor', { at: moment(at), seconds: number(seconds) })

/** The answers that another tablet has delivered. */
function keptParts(write: Writer, { keptAttempts }: OwnTest): PaperPart[] {
  const { say, moment, fact } = write
  return keptAttempts.map((kept) => {
    const timed = kept.answers.some(({ answeredAt }) => answeredAt !== null)
    return part(4, say('heading.kept'), {
      facts: [
        ...fact('tablet', tabletWords(kept.tablet)),
        ...fact('startedAt', moment(kept.startedAt)),
        ...fact('receivedAt', moment(kept.receivedAt)),
        ...fact('submitted', say(kept.submitted ? 'yes' : 'no')),
      ],
      lines: [say('notCounted')],
      table: {
        heads: ['question', 'answer', ...(timed ? ['at'] : [])].map((one) => say(`column.${one}`)),
        rows: kept.answers.map((one) => [
          ...[one.question, one.answer.join('; ') || say('blank')],
          ...(timed ? [momentAndSeconds(write, one.answeredAt, one.seconds)] : []),
        ]),
      },
    })
  })
}

const tabletWords = ({ name, room }: { name: string; room: string }) =>
  [name, room].filter((word) => word !== '').join(', ')

const orderWords = ({ say }: Writer, { place, pauseMinutes }: NonNullable<OwnTest['order']>) =>
  pauseMinutes > 0 ? say('orderAfter', { place, count: pauseMinutes }) : String(place)

function noticeParts(write: Writer, test: OwnTest): PaperPart[] {
  const { say, moment } = write
  const table = listed(
    write,
    4,
    'notices',
    ['notice', 'version', 'what', 'at', 'onDevice', 'withdrawn'],
    test.notices.map((one) => [
      ...[one.title, String(one.version), say(`agreed.${one.kind}`), moment(one.acceptedAt)],
      ...[moment(one.deviceAcceptedAt) || '–', moment(one.withdrawnAt) || '–'],
    ]),
  )
  const lines = test.notices.flatMap((one) => [
    [
      `${one.title} ${one.version}: ${say(`locale.${one.locale}`)}`,
      say(`device.${one.device}`),
      ...(one.channel === null ? [] : [say(`consentChannel.${one.channel}`)]),
    ].join(', '),
    `SHA-256 ${one.textHash}`,
  ])
  return table.map((one) => ({ ...one, lines }))
}

function readingParts(write: Writer, test: OwnTest): PaperPart[] {
  const { say, moment } = write
  return listed(
    write,
    4,
    'readings',
    ['at', 'reader', 'what'],
    test.readings.map((one) => [
      ...[moment(one.at), one.reader],
      say(one.byLink ? 'readByLink' : one.exported ? 'exported' : 'read'),
    ]),
  )
}

function shareParts(write: Writer, { shares }: OwnTest): PaperPart[] {
  const { say, moment } = write
  return listed(
    write,
    4,
    'shares',
    ['at', 'recipient', 'shown', 'ground', 'ends'],
    shares.map((one) => [
      ...[moment(one.sharedAt), one.recipient, say(`shareShow.${one.show}`)],
      ...[one.ground ?? say('within'), moment(one.endedAt ?? one.expiresAt)],
    ]),
  )
}

function conductFacts(write: Writer, { conduct }: OwnTest): Fact[] {
  if (conduct === null) return []
  const { say, moment, number, fact } = write
  const { tablet, lastSign } = conduct
  return [
    ...fact('receipt', conduct.receipt),
    ...fact('locale', say(`locale.${conduct.locale}`)),
    ...(tablet === null
      ? []
      : fact('tablet', [tabletWords(tablet), ...(tablet.offline ? [say('offline')] : [])].join(', '))),
    ...fact('deadline', moment(conduct.deadline)),
    ...fact('closedBy', conduct.closedBy && say(`closedBy.${conduct.closedBy}`)),
    ...fact(
      'sections',
      conduct.sections
        .map(({ name, startedAt, deadline }) =>
          say('section', { name, start: moment(startedAt), end: moment(deadline) }),
        )
        .join('; '),
    ),
    ...fact('practised', conduct.practised.join(', ')),
    ...fact('lastSign', lastSign && say('signed', { at: moment(lastSign.seenAt), count: lastSign.answered })),
    ...fact(
      'openings',
      conduct.openings
        .map(({ at, device }) =>
          device === null ? moment(at) : `${moment(at)} (${say(`device.${device}`)})`,
        )
        .join(', '),
    ),
    ...fact(
      'away',
      conduct.away
        .map(({ at, seconds }) => say('awayFor', { at: moment(at), seconds: number(seconds) }))
        .join(', '),
    ),
    ...fact('copied', conduct.copied.map(moment).join(', ')),
    ...fact('breaks', conduct.breaks.map(({ at }) => moment(at)).join(', ')),
    ...fact('readAloudUsed', say(conduct.readAloudUsed ? 'yes' : 'no')),
    ...fact('autoNextUsed', say(conduct.autoNextUsed ? 'yes' : 'no')),
    ...fact('pausedAt', moment(conduct.pausedAt)),
    ...(conduct.pausedSeconds > 0
      ? fact('paused', say('seconds', { number: number(conduct.pausedSeconds) }))
      : []),
    ...(conduct.addedSeconds > 0
      ? fact('added', say('seconds', { number: number(conduct.addedSeconds) }))
      : []),
    ...(conduct.endedByManager ? fact('endedByManager', say('yes')) : []),
  ]
}

/** The feedback follows the scores, which it doesn't replace. */
const feedbackParts = ({ say }: Writer, { feedback }: OwnTest): PaperPart[] =>
  (feedback ?? []).map(({ title, lines, areas }) =>
    part(4, say('feedback', { part: title }), {
      facts: areas.map(({ name, text }) => ({ label: name, value: text })),
      lines,
    }),
  )

function resultParts(write: Writer, { result }: OwnTest): PaperPart[] {
  if (result === null) return []
  const { say, moment, number, fact } = write
  return [
    part(4, say('heading.result'), {
      facts: [
        ...fact('scoredAt', moment(result.scoredAt)),
        ...fact('level', result.level),
        ...fact('answered', `${result.answered} / ${result.items}`),
        ...fact('late', result.late && say(`late.${result.late.decision}`)),
      ],
      lines: [
        ...result.remarks.map(({ name, text }) => `${name}: ${text}`),
        ...(['standardScore', 'percentile'] as const)
          .filter((one) => result.scores.some((score) => score[one] !== null))
          .map((one) => say(`explain.${one}`)),
        ...(result.notice === '' ? [] : [result.notice]),
      ],
      table: {
        heads: (['scale', 'value', 'standardScore', 'percentile', 'band'] as const).map((one) =>
          say(`column.${one}`),
        ),
        rows: result.scores.map((one) => [
          one.name,
          one.value === null || one.max === null
            ? number(one.value)
            : `${number(one.value)} / ${number(one.max)}`,
          ...[number(one.standardScore), number(one.percentile)],
          one.band === null ? '–' : [one.band.name, one.band.text].filter((words) => words !== '').join(': '),
        ]),
      },
    }),
  ]
}
