import type { Locale } from '#contract/fields.ts'
import { formatDateTime, formatDay, formatNumber } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import type { EvidencePage } from '#server/pdf/evidence.ts'
import { fingerprintOf } from '#server/signing.ts'
import type { Evidence } from './evidence.ts'
import { processing, processingFields } from './processing.ts'
import { fileOf, type Sealed } from './sign.ts'

type Section = EvidencePage['sections'][number]

/** The most rows that a list has on paper; the file has all. */
const shown = 300

/** Evidence to read, in the reader's language, with the signed file that it is made of. */
export function evidencePage(
  evidence: Evidence,
  sealed: Sealed,
  { locale, reader }: { locale: Locale; reader: string },
): EvidencePage {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    translate(locale, `evidence:page.${key}`, variables)
  const {
    period,
    verbisSorumlu: { veriIsleyen },
  } = evidence
  const at = (moment: string | null) =>
    moment === null ? '–' : formatDateTime(moment, locale, period.timeZone)
  return {
    locale,
    title: t('title'),
    lead: t('lead'),
    facts: [
      { label: t('client'), value: evidence.client.name },
      {
        label: t('period'),
        value: `${formatDay(period.from, locale)} – ${formatDay(period.to, locale)}`,
      },
      { label: t('statusAt'), value: at(period.statusAt) },
      { label: t('madeBy'), value: `${reader}, ${at(new Date().toISOString())}` },
      { label: t('controller'), value: controllerOf(evidence) },
      ...(veriIsleyen === null ? [] : [{ label: t('processor'), value: veriIsleyen }]),
    ],
    sections: [purposesSection(evidence, locale), ...lists(evidence, { t, at, locale })],
    seal: {
      title: t('seal.title'),
      text: t('seal.text'),
      facts: [
        { label: t('seal.sha256'), value: sealed.sha256 },
        { label: t('seal.fingerprint'), value: fingerprintOf(sealed.publicKey) },
        ...auditFacts(evidence, { t, at }),
      ],
      file: fileOf(sealed),
    },
    page: translate(locale, 'report:page'),
  }
}

function auditFacts({ auditSeal }: Evidence, { t, at }: Pick<Words, 't' | 'at'>) {
  if (auditSeal === null) return [{ label: t('seal.audit'), value: t('seal.auditNone') }]
  return [
    { label: t('seal.audit'), value: auditSeal.hash },
    { label: t('seal.auditAt'), value: at(auditSeal.sealedAt) },
  ]
}

const controllerOf = ({ verbisSorumlu: { veriSorumlusu, adres, eposta, telefon } }: Evidence) =>
  [veriSorumlusu, adres, eposta, telefon].filter(Boolean).join(', ')

function purposesSection({ retention }: Evidence, locale: Locale): Section {
  return {
    title: translate(locale, 'evidence:page.section.processing'),
    note: '',
    cards: processing(locale, retention).map((text) =>
      processingFields.map((field) => ({
        label: translate(locale, `evidence:field.${field}`),
        value: text[field],
      })),
    ),
    heads: [],
    rows: [],
  }
}

interface Words {
  readonly t: (key: string, variables?: Record<string, string | number>) => string
  readonly at: (moment: string | null) => string
  readonly locale: Locale
}

const listIn =
  ({ t, locale }: Words) =>
  (name: string, heads: readonly string[], rows: readonly (readonly string[])[], about = ''): Section => {
    const more = rows.length > shown ? t('more', { number: formatNumber(shown, locale) }) : ''
    return {
      title: t(`section.${name}`),
      note: rows.length === 0 ? t('none') : [about, more].filter(Boolean).join(' '),
      cards: [],
      heads: heads.map((head) => t(`head.${head}`)),
      rows: rows.slice(0, shown),
    }
  }

function lists(evidence: Evidence, words: Words): Section[] {
  const { t, at, locale } = words
  const number = (value: number) => formatNumber(value, locale)
  const list = listIn(words)
  return [
    list(
      'notices',
      ['test', 'notice', 'text', 'kind', 'from', 'until'],
      evidence.notices.map((one) => [
        ...[
          `${one.code} ${one.number}`,
          one.titles[locale] ?? one.notice,
          `${one.version} (${hashes(one.texts)})`,
          t(`kind.${one.kind}`),
        ],
        ...[at(one.from), one.until === null ? t('ongoing') : at(one.until)],
      ]),
    ),
    {
      ...list(
        'consents',
        ['test', 'notice', 'text', 'language', 'kind', 'count', 'withdrawn', 'offline'],
        consentRows(evidence.consents, words),
      ),
      ...(!evidence.consents.complete && { note: t('readersOnly') }),
    },
    list(
      'enabled',
      ['test', 'from', 'until', 'by', 'ground', 'purpose', 'candidates'],
      evidence.enabled.map((one) => [
        ...[
          one.code,
          at(one.from),
          one.until === null ? t('ongoing') : at(one.until),
          one.by,
          one.ground,
          one.purpose || '–',
        ],
        one.forCandidates === null ? '–' : t(one.forCandidates ? 'yes' : 'no'),
      ]),
    ),
    list(
      'recipients',
      ['test', 'person', 'from', 'until', 'by'],
      evidence.recipients.map((one) => [
        ...[one.code, one.clinician ? t('clinician', { name: one.name }) : one.name],
        ...[at(one.from), one.until === null ? t('ongoing') : at(one.until), one.namedBy],
      ]),
    ),
    list(
      'namings',
      ['at', 'test', 'by', 'recipients'],
      evidence.namings.map((one) => [
        ...[at(one.at), one.code, one.by ?? '–'],
        one.recipients.map((name) => (name === one.clinician ? t('clinician', { name }) : name)).join(', ') ||
          '–',
      ]),
    ),
    list(
      'readings',
      ['at', 'person', 'test', 'way', 'sensitive', 'report'],
      evidence.readings.map((one) => [
        ...[at(one.at), one.reader ?? '–', one.code, t(`way.${one.way}`)],
        ...[t(one.sensitive ? 'yes' : 'no'), one.report],
      ]),
      t('byRight'),
    ),
    list('shares', shareHeads, shareRows(evidence.shares, words)),
    list(
      'retentionRuns',
      ['at', 'tests', 'scales', 'people', 'held'],
      evidence.retentionRuns.map((one) => [
        ...[at(one.at), number(one.tests), number(one.scales), number(one.people), number(one.held)],
      ]),
    ),
    list(
      'requests',
      ['kind', 'at', 'due', 'identity', 'decision', 'id'],
      requestRows(evidence.requests, words),
    ),
    {
      ...list(
        'erasures',
        ['what', 'why', 'count'],
        evidence.erasures.map((one) => [t(`what.${one.what}`), t(`why.${one.reason}`), number(one.count)]),
      ),
      ...(!evidence.consents.complete && { note: t('scalesForReaders') }),
    },
    list(
      'exports',
      ['at', 'by', 'what', 'purpose'],
      evidence.exports.map((one) => [
        ...[at(one.at), one.by ?? '–', exported(one.what, locale), purposeOf(one, locale)],
      ]),
    ),
  ]
}

const shareHeads = ['at', 'by', 'recipient', 'what', 'ground', 'purpose', 'until', 'reports']

function shareRows(shares: Evidence['shares'], { t, at, locale }: Words) {
  return shares.map((one) => [
    ...[at(one.at), one.by, one.recipient, translate(locale, `own-data:paper.shareShow.${one.show}`)],
    one.outside === null ? t('within') : t(`shareGround.${one.outside}`),
    ...[purposeOf({ ...one, enabledFor: null }, locale), at(one.endedAt ?? one.until)],
    formatNumber(one.reports.length, locale),
  ])
}

function requestRows(requests: Evidence['requests'], { t, at, locale }: Words) {
  return requests.map((one) => [
    t(`request.${one.kind}`),
    joined(
      t(`channel.${one.channel}`),
      one.receivedOn === null ? at(one.createdAt) : formatDay(one.receivedOn, locale),
    ),
    at(one.dueAt),
    one.identity === null
      ? t('identity.none')
      : joined(t(`identity.${one.identity}`), one.identityBy, at(one.identityAt)),
    joined(
      t(`decision.${one.decision ?? 'open'}`),
      one.answeredBy && t(`answered.${one.answeredBy}`),
      one.decidedAt && at(one.decidedAt),
      one.reason || null,
    ),
    one.id,
  ])
}

function consentRows({ given, refused, registrations }: Evidence['consents'], { t, at, locale }: Words) {
  const number = (value: number) => formatNumber(value, locale)
  return [
    ...given.map((one) => [
      `${one.code} ${one.number}`,
      // One version may have been shown with other readers or another purpose.
      (one.titles[locale] ?? one.notice) +
        (one.recipients === '' ? '' : `\n${t('onPage')} ${one.recipients.replaceAll(/\n+/g, '\n')}`),
      `${one.version} (${one.noticeHash?.slice(0, 8) ?? '–'})`,
      ...[one.locale, t(`kind.${one.kind}`)],
      ...[number(one.given), one.kind === 'explicit_consent' ? number(one.withdrawn) : '–'],
      one.offline === 0 ? '–' : `${number(one.offline)} (${at(one.deviceFrom)} – ${at(one.deviceUntil)})`,
    ]),
    ...refused.map((one) => [...[one.code, '–', '–', '–', t('kind.refused'), number(one.refused), '–', '–']]),
    ...registrations.map((one) => [
      ...['–', t('registration'), String(one.version), '–', t('kind.information'), number(one.read)],
      ...['–', '–'],
    ]),
  ]
}

/** The first digits of a text's hash in each language, as enough to tell texts apart. */
const hashes = (texts: Readonly<Record<string, string | null>>) =>
  Object.entries(texts)
    .flatMap(([locale, hash]) => (hash === null ? [] : [`${locale}\u00a0${hash.slice(0, 8)}`]))
    .join(', ')

const joined = (...parts: readonly (string | null)[]) => parts.filter((one) => one !== null).join(', ')

/** The purpose of an exported file, in words. */
function purposeOf(
  { purpose, enabledFor }: Pick<Evidence['exports'][number], 'purpose' | 'enabledFor'>,
  locale: Locale,
): string {
  if (purpose === null) return '–'
  return (
    enabledFor ??
    translate(locale, [
      ...[`report:purpose.${purpose}`, `assignments:purpose.${purpose}`, `evidence:purpose.${purpose}`],
      'evidence:export.other',
    ])
  )
}

/** Such as `Results, CSV` for `results_csv`. */
function exported(reason: string, locale: Locale): string {
  const [what = '', end = ''] = reason.split('_')
  const known = translate(locale, [`evidence:export.${what}`, 'evidence:export.other'])
  return end === '' ? known : `${known}, ${end.toUpperCase()}`
}
