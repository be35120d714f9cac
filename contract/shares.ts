import { z } from 'zod'
import { exportPurpose, namedPurpose } from './assignments.ts'
import { brandLook } from './brand.ts'
import { clientId } from './clients.ts'
import { digits, id, line, listQuery, locale, moment, page } from './fields.ts'
import { call } from './kit.ts'
import { report } from './reports.ts'
import { deviceClass } from './signals.ts'

/** Reports of one share. */
export const maxSharedReports = 50

/** Days for which a share opens. */
export const maxShareDays = 30

/** Wrong PINs after which a share opens for nobody any more. */
export const maxWrongPins = 20

/** Openings that the list has of each share, the newest ones. */
export const maxListedOpenings = 20

/**
 * The parts of a report that its reader sees: name, test, date and the result in a line; the scales with their bands; or all
 * of it, without what is sensitive, signals and notes of managers.
 */
export const shareShow = z.enum(['summary', 'scores', 'details'])
export type ShareShow = z.infer<typeof shareShow>

/** Legal grounds on which data leaves an organisation, as the law lists them. */
export const legalGround = z.enum(['consent', 'contract', 'legal_obligation', 'claim', 'legitimate_interest'])
export type LegalGround = z.infer<typeof legalGround>

/** `locked` after too many wrong PINs, for good. */
export const shareState = z.enum(['active', 'expired', 'revoked', 'locked'])
export type ShareState = z.infer<typeof shareState>

export const share = z.object({
  id,
  /** The person who gets the link, as a manager named them. */
  recipient: z.string(),
  /** The ground for somebody outside the organisation; null within it. */
  outside: legalGround.nullable(),
  purpose: exportPurpose.nullable(),
  show: shareShow,
  locale,
  state: shareState,
  /** The number of reports, with those that are not there any more. */
  reports: z.number().int(),
  /** The number of those that the link still shows. */
  available: z.number().int(),
  /** Those, in their order. */
  shared: z.array(z.object({ assignmentId: id, name: z.string(), test: z.string() })),
  createdAt: moment,
  createdBy: z.string(),
  expiresAt: moment,
  revokedAt: moment.nullable(),
  wrongPins: z.number().int(),
  /** The number of all openings. */
  opened: z.number().int(),
  /** The newest times. */
  openings: z.array(z.object({ at: moment, device: deviceClass })),
})
export type Share = z.infer<typeof share>

export const listShares = call({
  name: 'listShares',
  method: 'GET',
  path: '/clients/:clientId/shares/',
  tag: 'Shares',
  summary: 'Links by which people without an account read reports, and when they were opened',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: listQuery(['createdAt']),
  answer: { status: 200, json: page(share) },
  errors: ['not_found'],
})

export const createShare = call({
  name: 'createShare',
  method: 'POST',
  path: '/clients/:clientId/shares/',
  tag: 'Shares',
  summary:
    'Share reports with somebody who has no account. The answer has the link and its PIN, which is shown only here; give the PIN by another channel',
  access: 'manager',
  subject: 'client',
  pace: 'reports',
  params: clientId,
  body: z.strictObject({
    assignmentIds: z.array(id).min(1).max(maxSharedReports),
    show: shareShow,
    days: z.number().int().min(1).max(maxShareDays),
    recipient: line(100, 2),
    /** For somebody outside the organisation the legal ground; `false` or left out within it. */
    outside: z.literal([...legalGround.options, false]).optional(),
    purpose: namedPurpose.optional(),
    /** The language of the page. */
    locale,
  }),
  answer: { status: 201, json: z.object({ id, url: z.url(), pin: z.string() }) },
  errors: [
    'not_found',
    'client_not_active',
    'report_not_ready',
    'report_erased',
    'report_withdrawn',
    'report_restricted',
    'share_sensitive',
  ],
})

export const endShare = call({
  name: 'endShare',
  method: 'DELETE',
  path: '/shares/:shareId/',
  tag: 'Shares',
  summary: 'End a share at once; repeating the call changes nothing',
  access: 'manager',
  subject: 'share',
  params: z.object({ shareId: id }),
  answer: { status: 204 },
  errors: ['not_found'],
})

/** One report of a share. */
export const sharedReport = z.object({
  assignmentId: id,
  name: z.string(),
  test: z.string(),
  completedAt: moment,
  /** The result in a word, such as a level; null where it has none. */
  headline: z.object({ label: z.string(), value: z.string() }).nullable(),
  /** The result in a line. */
  summary: z.string(),
  /** Null where only the summary is shown. */
  report: report.nullable(),
})
export type SharedReport = z.infer<typeof sharedReport>

export const sharedReports = z.object({
  client: z.string(),
  /** The client's look; left out for one without. */
  brand: brandLook.optional(),
  recipient: z.string(),
  show: shareShow,
  locale,
  timeZone: z.string(),
  expiresAt: moment,
  reports: z.array(sharedReport),
})
export type SharedReports = z.infer<typeof sharedReports>

export const openShare = call({
  name: 'openShare',
  method: 'POST',
  path: '/shares/open/',
  tag: 'Shares',
  summary:
    'Read shared reports with the token of their link and the PIN, in the language of the share. Each opening is on record',
  access: 'guest',
  body: z.strictObject({ token: z.string().max(100), pin: digits(6) }),
  answer: { status: 200, json: sharedReports },
  errors: ['share_refused', 'share_locked', 'share_over'],
})
