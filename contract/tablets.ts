import { z } from 'zod'
import { invited } from './auth.ts'
import { day, digits, id, line, locale, maxItems, moment, typed, upTo } from './fields.ts'
import { call } from './kit.ts'
import { form, getOwnAssignment, startAttempt } from './participant.ts'
import { responseInput, usedOnDevice } from './responses.ts'
import { testDayState } from './test-days.ts'

/** A test day as its tablets know it. */
const tabletDay = z.object({
  client: z.string(),
  place: z.string(),
  day,
  timeZone: z.string(),
  /** Its beginning and its end by the client's time zone. */
  startsAt: moment,
  endsAt: moment,
  /** The state of the day now; `over` also for a tablet that was withdrawn. */
  state: testDayState,
  revoked: z.boolean(),
  /** It opens once a manager has confirmed it, or replaced the PIN. */
  pending: z.boolean(),
  /** A manager has confirmed it. */
  confirmed: z.boolean(),
  tests: z.array(z.object({ code: z.string(), name: z.string() })),
  tablet: z.object({ id, name: z.string(), room: z.string() }),
  /** Parameters by which this tablet derives what it knows of a code: PBKDF2 with SHA-256; the salt is base64. */
  codes: z.object({ salt: z.string(), iterations: z.number().int() }),
  /** Changes with everything that the package contains. */
  packageVersion: z.string(),
  serverTime: moment,
})
export type TabletDay = z.infer<typeof tabletDay>

/** Rounds of PBKDF2 between a code and what a tablet knows of it (docs/test-days.md has what was measured). */
export const codeIterations = 1_000_000

const pin = digits(6)

export const registerTablet = call({
  name: 'registerTablet',
  method: 'POST',
  path: '/tablet/',
  tag: 'Tablets',
  summary:
    'Make this device a tablet of a test day, by a code that a manager has made for it. Its token does nothing but what is listed here',
  access: 'guest',
  body: z.strictObject({
    code: typed(40),
    name: line(40),
    room: line(60, 0).optional(),
    /** 256 random bits that the device has made. Where the answer was lost it registers again with the same ones. */
    device: z.string().regex(/^[\w-]{43}$/, { error: 'format' }),
  }),
  answer: { status: 201, json: z.object({ token: z.string(), day: tabletDay }) },
  errors: ['setup_code_invalid', 'test_day_over'],
})

export const getTabletDay = call({
  name: 'getTabletDay',
  method: 'GET',
  path: '/tablet/day/',
  tag: 'Tablets',
  summary: 'How the tablet’s day is; asked for regularly, it shows that the tablet is there',
  access: 'tablet',
  subject: 'tablet',
  answer: { status: 200, json: tabletDay },
  errors: [],
})

export const openTablet = call({
  name: 'openTablet',
  method: 'POST',
  path: '/tablet/open/',
  tag: 'Tablets',
  summary: 'Open the tablet on the day itself: gives the key of its package, to be kept until the day’s end',
  access: 'tablet',
  subject: 'tablet',
  body: z.strictObject({ pin }),
  answer: {
    status: 200,
    json: z.object({
      day: tabletDay,
      /** AES-256, base64. */
      key: z.string(),
    }),
  },
  errors: ['tablet_refused', 'tablet_pending', 'test_day_not_yet', 'test_day_over'],
})

export const getTabletPackage = call({
  name: 'getTabletPackage',
  method: 'GET',
  path: '/tablet/package/',
  tag: 'Tablets',
  summary: 'The day’s people and tests, encrypted, for taking them without a connection',
  access: 'tablet',
  subject: 'tablet',
  answer: {
    status: 200,
    json: z.object({
      version: z.string(),
      /** The initialisation vector of AES-256-GCM, base64; the additional data is the version. */
      iv: z.string(),
      /** `packageContent` as JSON in UTF-8, encrypted, base64. */
      data: z.string(),
      /** `packageCodes` of this tablet alone, encrypted in the same way. */
      codes: z.object({ iv: z.string(), data: z.string() }),
    }),
  },
  errors: ['test_day_over', 'package_not_ready'],
})

const item = form.shape.sections.element.shape.items.element
/** The content of a package. Questions, forms and texts that many people share are there once. */
export const packageContent = z.object({
  people: z.array(
    z.object({
      /** The three digits that their code begins with. */
      number: z.string(),
      userId: id,
      name: z.string(),
      tests: z.array(
        z.object({
          assignmentId: id,
          /** Begun when the package was made: it cannot be begun again without a connection. */
          begun: z.boolean(),
          acceptedAt: z.record(z.string(), moment),
          template: z.string(),
          /** It is sensitive, and this day doesn't allow beginning such a test without a connection: it has no forms. */
          needsConnection: z.boolean(),
          /** The forms by language. */
          forms: z.partialRecord(locale, z.string()),
        }),
      ),
    }),
  ),
  /** A test before its start, by language; id, name of the person and accepted notices are those of the person. */
  templates: z.record(
    z.string(),
    z.object({
      /** The limit with these accommodations; null: none. */
      limitSeconds: z.number().int().nullable(),
      /** The items that only who accepts an optional notice is asked. */
      itemsOf: z.record(z.string(), z.array(z.string())),
      assignment: z.record(locale, getOwnAssignment.answer.json),
    }),
  ),
  forms: z.record(
    z.string(),
    form.extend({
      sections: z.array(form.shape.sections.element.extend({ items: z.array(z.string()) })),
    }),
  ),
  items: z.record(z.string(), item),
})
/** Values by the digits that a code begins with: HMAC-SHA-256 of `enters` with the bytes derived of the code, base64. */
export const packageCodes = z.record(z.string(), z.string())
export type PackageContent = z.infer<typeof packageContent>

export const enterByDayCode = call({
  name: 'enterByDayCode',
  method: 'POST',
  path: '/tablet/enter/',
  tag: 'Tablets',
  summary:
    'Open the session of the person with this code: it reaches their tests of this day and nothing else',
  access: 'tablet',
  subject: 'tablet',
  body: z.strictObject({ code: typed(20) }),
  answer: { status: 200, json: invited },
  errors: ['day_code_invalid', 'test_day_not_yet', 'test_day_over'],
})

/** A tablet may bring a test in days later. */
const elapsed = z
  .number()
  .int()
  .min(0)
  .max(8 * 86_400_000)

export const deliverOfflineAttempt = call({
  name: 'deliverOfflineAttempt',
  method: 'POST',
  path: '/tablet/offline_attempts/',
  tag: 'Tablets',
  summary:
    'Deliver a test that was begun on this tablet without a connection. The first to arrive counts; repeated, the same answer again',
  access: 'tablet',
  subject: 'tablet',
  body: z.strictObject({
    /** Made by the tablet when the test was begun. */
    offlineId: id,
    assignmentId: id,
    /** An optional notice that is not in it was declined. */
    accepted: z.array(z.string().min(1).max(64)).max(20),
    /** Nothing was begun: the person refused a consent that the test asks for. */
    refused: z.literal(true).optional(),
    locale,
    /** Since it was begun, by the tablet's running clock. */
    elapsedMs: elapsed,
    /** The part of it that was practice, whose time counts for no limit. */
    practiceMs: elapsed.optional(),
    /** Sections with a limit of their own, and how long after the beginning each was opened. */
    sections: z.array(z.object({ id: z.string().min(1).max(64), afterMs: elapsed })).max(100),
    /** `answeredAfterMs` for some of these items: how long after the beginning each was answered. */
    responses: upTo(maxItems, typed(64), responseInput),
    answeredAfterMs: upTo(maxItems, typed(64), elapsed),
    ...usedOnDevice,
    /** The time from the beginning to the submission; omitted while it goes on. */
    submittedAfterMs: elapsed.optional(),
    /**
     * The proof by the person's own code: HMAC-SHA-256 of the body (contract/deliveryText.ts), base64. Its key is
     * HMAC-SHA-256 of `proves` with the bytes derived of the code.
     */
    proof: z.string().max(100),
  }),
  answer: {
    status: 200,
    json: z.discriminatedUnion('outcome', [
      /** It counts: the attempt goes on, or was handed in. */
      z.object({
        outcome: z.literal('started'),
        started: startAttempt.answer.json,
        receipt: z.string().nullable(),
      }),
      /** The test was begun elsewhere before: kept for the manager. */
      z.object({ outcome: z.literal('kept') }),
      /** The tablet was withdrawn, or the test needed a connection: kept until a manager decides. */
      z.object({ outcome: z.literal('waits') }),
      /** The refusal has arrived; a test that was begun elsewhere before goes on. */
      z.object({ outcome: z.literal('refused') }),
    ]),
  },
  errors: [
    'not_found',
    'code_proof_wrong',
    'consent_required',
    'assignment_closed',
    'too_many_deliveries',
    'too_many_requests',
  ],
})
