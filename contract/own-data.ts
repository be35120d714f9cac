import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { assignmentStatus } from './assignments.ts'
import { auditAction } from './audit.ts'
import { consentChannel } from './consents.ts'
import { decision } from './decision-fields.ts'
import { feedbackPart } from './feedback.ts'
import { day, email, id, locale, moment, personName, personPhone } from './fields.ts'
import { mailedCode } from './identity.ts'
import { call } from './kit.ts'
import { mailRecord } from './mail-history.ts'
import { responseValue } from './responses.ts'
import { shareShow } from './shares.ts'
import { deviceClass } from './signals.ts'

/** Its text is empty where it is written for who interviews the person. */
const band = z.object({ name: z.string(), text: z.string() }).nullable()

/** One number of a result with its words. What is not known of it is null. */
const score = z.object({
  name: z.string(),
  description: z.string(),
  value: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  standardScore: z.number().nullable(),
  percentile: z.number().nullable(),
  band,
})
export type OwnScore = z.infer<typeof score>

const ownAnswer = z.object({
  itemId: z.string(),
  section: z.string(),
  question: z.string(),
  /** The answer in words, a line for each part. */
  answer: z.array(z.string()),
  value: responseValue,
  answeredAt: moment.nullable(),
  /** Times and seconds are null in a file from the desk: gaps between them tell what else was asked. */
  storedAt: moment.nullable(),
  seconds: z.number().nullable(),
  /** Came after the limit. */
  late: z.boolean(),
})

/** A tablet of a test day. */
const tablet = z.object({ name: z.string(), room: z.string() })

const ownTest = z.object({
  id,
  inventory: z.object({ code: z.string(), name: z.string(), version: z.number().int() }),
  sensitive: z.boolean(),
  description: z.string(),
  status: assignmentStatus,
  endReason: z.string().nullable(),
  locale,
  createdAt: moment,
  opensAt: moment.nullable(),
  dueDate: day.nullable(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** Since then nothing but the line itself is left. */
  erasedAt: moment.nullable(),
  /** Since then kept for a legal hold alone, because the consent was withdrawn: nobody else reads it. */
  restrictedAt: moment.nullable(),
  accommodations,
  testDay: z.object({ place: z.string(), day, room: z.string() }).nullable(),
  /** The place of a test in an order, and the length of the pause before it. */
  order: z.object({ place: z.number().int(), pauseMinutes: z.number().int() }).nullable(),
  /** The legal ground on which it is kept, in words. */
  ground: z.string(),
  /** The number of months for which it is kept after its end. */
  keptMonths: z.number().int(),
  /** Null while its last day is to come, under a legal hold, and once it is erased. */
  keptUntil: moment.nullable(),
  /** The answers on its sensitive scales, which may end earlier; null where none was asked, and as keptUntil. */
  scalesKeptUntil: moment.nullable(),
  notices: z.array(
    z.object({
      id: z.string(),
      version: z.number().int(),
      kind: z.enum(['information', 'explicit_consent']),
      title: z.string(),
      text: z.string(),
      locale,
      /** SHA-256 of what was shown, in hex. */
      textHash: z.string(),
      device: deviceClass,
      /** Null for what was accepted before channels were recorded. */
      channel: consentChannel.nullable(),
      acceptedAt: moment,
      /** When by the clock of a tablet that had no connection; `acceptedAt` is then when it arrived. */
      deviceAcceptedAt: moment.nullable(),
      withdrawnAt: moment.nullable(),
    }),
  ),
  /** Names of the sensitive scales that were not asked. */
  notAsked: z.array(z.string()),
  answers: z.array(ownAnswer),
  /** Answers that another tablet has delivered for the test, which was begun elsewhere first: kept, and never scored. */
  keptAttempts: z.array(
    z.object({
      tablet,
      startedAt: moment,
      receivedAt: moment,
      submitted: z.boolean(),
      answers: z.array(ownAnswer.omit({ storedAt: true, late: true })),
    }),
  ),
  /** Also where no report is shown. Null until it is scored. */
  result: z
    .object({
      /** Null in a file from the desk: it is scored again when something is withdrawn. */
      scoredAt: moment.nullable(),
      group: z.string(),
      answered: z.number().int(),
      items: z.number().int(),
      /** The manager's decision about answers that came after the limit. */
      late: z.object({ decision: z.enum(['accepted', 'left']), decidedAt: moment.nullable() }).nullable(),
      /** The level of a placement. */
      level: z.string().nullable(),
      scores: z.array(score),
      /** A note on what the result does not say. */
      notice: z.string(),
      remarks: z.array(z.object({ name: z.string(), text: z.string() })),
    })
    .nullable(),
  /** The feedback in plain words that the organisation lets them read, beside the result; null where it doesn't. */
  feedback: z.array(feedbackPart).nullable(),
  conduct: z
    .object({
      receipt: z.string().nullable(),
      /** The language in which it was taken. */
      locale,
      /** The tablet of the test day that it was taken on, and whether without a connection. */
      tablet: tablet.extend({ offline: z.boolean() }).nullable(),
      /** The end of its time limit. */
      deadline: moment.nullable(),
      closedBy: z.enum(['person', 'time', 'cancelled']).nullable(),
      /** Those with a limit of their own, and those with practice; none in a file from the desk, as are the times of answers. */
      sections: z.array(z.object({ name: z.string(), startedAt: moment, deadline: moment })),
      practised: z.array(z.string()),
      /** The last state that the live board showed; deleted after a day. Null in a file from the desk. */
      lastSign: z
        .object({
          seenAt: moment,
          itemId: z.string().nullable(),
          answered: z.number().int(),
          unsent: z.number().int(),
        })
        .nullable(),
      openings: z.array(z.object({ at: moment, device: z.string().nullable() })),
      away: z.array(z.object({ at: moment, seconds: z.number() })),
      copied: z.array(moment),
      breaks: z.array(z.object({ at: moment, seconds: z.number().nullable() })),
      readAloudUsed: z.boolean(),
      autoNextUsed: z.boolean(),
      /** Since when it is paused. */
      pausedAt: moment.nullable(),
      pausedSeconds: z.number(),
      addedSeconds: z.number(),
      endedByManager: z.boolean(),
    })
    .nullable(),
  notes: z.array(z.object({ at: moment, text: z.string() })),
  reminders: z.array(moment),
  /** People who opened its report or took it out of the platform. */
  readings: z.array(
    z.object({
      at: moment,
      reader: z.string(),
      exported: z.boolean(),
      /** Opened by a link, by somebody without an account. */
      byLink: z.boolean(),
    }),
  ),
  /** People without an account who were given a link to its report. */
  shares: z.array(
    z.object({
      recipient: z.string(),
      /** The legal ground in words for somebody outside the organisation; null within it. */
      ground: z.string().nullable(),
      show: shareShow,
      sharedAt: moment,
      expiresAt: moment,
      /** The time at which a manager ended it before. */
      endedAt: moment.nullable(),
    }),
  ),
})
export type OwnTest = z.infer<typeof ownTest>

export const ownData = z.object({
  madeAt: moment,
  account: z.object({
    id,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    phone: z.string(),
    /** A new address whose code was not entered yet. */
    pendingEmail: z.string().nullable(),
    /** A data: URI. */
    picture: z.string().nullable(),
    locale,
    timeZone: z.string(),
    createdAt: moment,
    hasPassword: z.boolean(),
    /** Since when a code of an app is asked for. */
    secondFactorAt: moment.nullable(),
  }),
  clients: z.array(
    z.object({
      client: z.object({ id, name: z.string(), email: z.string(), phone: z.string(), timeZone: z.string() }),
      role: z.enum(['manager', 'candidate', 'employee']),
      name: z.string(),
      /** The address that the client knows; the account may have another one. */
      email: z.string(),
      phone: z.string(),
      staffNumber: z.string(),
      group: z.string(),
      joinedAt: moment,
      removedAt: moment.nullable(),
      /** Nothing is erased meanwhile. */
      heldAt: moment.nullable(),
      /** Empty in a file from the desk: it may name a sensitive test. */
      heldReason: z.string(),
      ground: z.string(),
      /**
       * The end of keeping name and contact: null while the person belongs to the client, or a test of theirs is here.
       */
      keptUntil: moment.nullable(),
      /** The decisions about the person, the oldest first. */
      decisions: z.array(
        z.object({
          at: moment,
          decision,
          /** Empty in a file from the desk: it may name a sensitive test. */
          note: z.string(),
        }),
      ),
      tests: z.array(ownTest),
      registrations: z.array(
        z.object({
          at: moment,
          name: z.string(),
          email: z.string(),
          phone: z.string(),
          locale,
          /** The version of the text that was read beforehand. */
          noticeVersion: z.number().int(),
          state: z.string(),
          decidedAt: moment.nullable(),
          repeats: z.number().int(),
          /** The last time. */
          repeatedAt: moment.nullable(),
        }),
      ),
      requests: z.array(
        z.object({
          id,
          kind: z.string(),
          /** The language of its answer. */
          locale,
          message: z.string(),
          channel: z.string(),
          /** The day on which it came to the desk, if it did. */
          receivedOn: day.nullable(),
          createdAt: moment,
          dueAt: moment,
          decision: z.string().nullable(),
          reason: z.string(),
          decidedAt: moment.nullable(),
          /** The way of the answer: by mail, or in person. */
          answeredBy: z.string().nullable(),
          /** The test that an objection is about; null in a file from the desk that leaves it out. */
          assignmentId: id.nullable(),
          /** The way in which the person's identity was checked; null until it is. */
          identity: z
            .object({
              way: z.string(),
              at: moment.nullable(),
              /** The person who checked it at the desk; null for a code or a password. */
              by: z.string().nullable(),
              note: z.string(),
              /** The address that was shown to be theirs. */
              email: z.string().nullable(),
            })
            .nullable(),
        }),
      ),
    }),
  ),
  sessions: z.array(
    z.object({
      client: z.string().nullable(),
      browser: z.string(),
      system: z.string(),
      /** The tablet of a test day. */
      tablet: z.string().nullable(),
      createdAt: moment,
      seenAt: moment,
      expiresAt: moment,
      /** When it was last shown to be the person's. Null in a file from the desk: a code is asked for to withdraw a consent. */
      provedAt: moment.nullable(),
      provedBy: z.enum(['password', 'code']).nullable(),
    }),
  ),
  devices: z.array(z.object({ seenAt: moment })),
  links: z.array(
    z.object({
      purpose: z.string(),
      /** The address that it was mailed to; null for one that was handed over. */
      email: z.string().nullable(),
      createdAt: moment,
      expiresAt: moment,
      openedAt: moment.nullable(),
    }),
  ),
  /** Mails of the last 90 days, without content and link. */
  mails: z.array(mailRecord.omit({ id: true })),
  /** The newest 2,000 entries about them. */
  record: z.array(
    z.object({
      at: moment,
      action: auditAction,
      /** The action in words. */
      what: z.string(),
      reason: z.string().nullable(),
      by: z.enum(['you', 'other', 'server']),
      client: z.string().nullable(),
      /** The caller's own network address then. */
      address: z.string(),
    }),
  ),
})
export type OwnData = z.infer<typeof ownData>

/**
 * One client's part of it, which somebody at the desk hands out and can read: without what is the account's, and with nothing
 * of sensitive tests and scales, nor whether there is any (decision 0078).
 */
export const deskCopy = ownData.omit({ account: true, devices: true }).extend({
  /** The one who hands it out. */
  madeBy: z.string(),
  name: z.string(),
  email: z.string(),
  /** Says so: the same words in every file. */
  scope: z.string(),
})
export type HandedData = z.infer<typeof deskCopy>

export const getOwnData = call({
  name: 'getOwnData',
  method: 'GET',
  path: '/participant/data/',
  tag: 'Personal data',
  summary:
    "Everything that is held about the caller, with answers and scores in words; of one client for an invitation's session. A session has to be shown to be theirs: by their own password, or by a code",
  access: 'participant',
  query: z.strictObject({}),
  answer: { status: 200, json: ownData },
  errors: ['identity_needed'],
})

export const ownDataPdf = call({
  name: 'ownDataPdf',
  method: 'GET',
  path: '/participant/data.pdf',
  tag: 'Personal data',
  summary: 'The same as a document to read',
  access: 'participant',
  query: z.strictObject({ lang: locale.optional() }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['identity_needed'],
})

const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** A new address that waits for its code, and doesn't count until then. */
  pendingEmail: z.string().nullable(),
})
export type OwnProfile = z.infer<typeof profile>

export const updateOwnProfile = call({
  name: 'updateOwnProfile',
  method: 'PUT',
  path: '/participant/profile/',
  tag: 'Personal data',
  summary:
    "Correct the caller's own name and contact, at the clients that the session reaches; omitted fields stay as they are. A new address is mailed a code, and counts once that is entered",
  access: 'participant',
  body: z.strictObject({
    name: personName.optional(),
    email: email.optional(),
    phone: z.union([z.literal(''), personPhone]).optional(),
  }),
  answer: { status: 200, json: profile },
  errors: ['identity_needed'],
})

export const confirmOwnAddress = call({
  name: 'confirmOwnAddress',
  method: 'POST',
  path: '/participant/profile/email/',
  tag: 'Personal data',
  summary: 'Enter the code that was mailed to a new address, which counts from then on',
  access: 'participant',
  body: z.strictObject({ code: mailedCode }),
  answer: { status: 200, json: profile },
  errors: ['identity_needed', 'identity_code_wrong', 'identity_code_over'],
})
