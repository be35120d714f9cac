import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { assignmentId, assignmentStatus } from './assignments.ts'
import { ownBrand } from './brand.ts'
import { day, id, locale, maxItems, moment, typed, upTo } from './fields.ts'
import { call } from './kit.ts'
import { clockFields, responseInput, responseValue, usedOnDevice } from './responses.ts'

/** An assignment as the person who takes it sees it. */
export const ownAssignment = z.object({
  id,
  client: z.object({ name: z.string(), phone: z.string(), brand: ownBrand.optional() }),
  inventory: z.object({ code: z.string(), name: z.string(), description: z.string() }),
  description: z.string(),
  status: assignmentStatus,
  locale,
  /** About how long it takes; a limit with this person's accommodation. */
  minutes: z.number().int(),
  accommodations,
  /** The number of questions asked, practice left out. */
  itemCount: z.number().int(),
  /** Before the start: how many more are asked with consent to sensitive scales. */
  consentItemCount: z.number().int().optional(),
  createdAt: moment,
  dueDate: day.nullable(),
  /** The test day at which it is taken, on its tablets only; null: on any device. */
  testDay: z.object({ place: z.string(), day }).nullable(),
  /** The conditions before it can be started; null once there are none. */
  opening: z
    .object({
      /** The name of the test that comes before it and is not done. */
      after: z.string().nullable(),
      /** The pause once that one is done. */
      pauseMinutes: z.number().int(),
      /** The earliest start; null where only the test before it decides. */
      at: moment.nullable(),
    })
    .nullable(),
  timeZone: z.string(),
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  /** When a running timed attempt ends, by the server's clock. */
  deadline: moment.nullable(),
  answered: z.number().int(),
  receipt: z.string().nullable(),
  /** True when this person may see the report of it. */
  reportVisible: z.boolean(),
  /** Their organisation lets them read feedback on it. */
  feedback: z.literal(true).optional(),
  /** A manager ended the test before its person handed it in. */
  endedByManager: z.literal(true).optional(),
  /** Its consent was withdrawn. */
  consentWithdrawn: z.literal(true).optional(),
  /** It was running when the client's admin closed the test: what was answered is erased. */
  closed: z.literal(true).optional(),
})
export type OwnAssignment = z.infer<typeof ownAssignment>

export const ownAssignmentList = z.object({
  name: z.string(),
  serverTime: moment,
  results: z.array(ownAssignment),
})

export const listOwnAssignments = call({
  name: 'listOwnAssignments',
  method: 'GET',
  path: '/participant/assignments/',
  tag: 'Taking a test',
  summary: 'My assignments, open ones first',
  access: 'participant',
  query: z.strictObject({}),
  answer: { status: 200, json: ownAssignmentList },
  errors: [],
})

/** Shown to everybody once the test is done; `contact` is the client's own. */
const closing = z.object({ title: z.string(), text: z.string(), contact: z.string().optional() })

/** A text to be read (information) or accepted (explicit_consent) before the first answer. */
export const notice = z.object({
  id: z.string(),
  version: z.number().int(),
  kind: z.enum(['information', 'explicit_consent']),
  title: z.string(),
  text: z.string(),
  /** A consent for a part of the test: who declines it gets the rest. */
  optional: z.literal(true).optional(),
  /** Beside a consent's text: why this client asks, and who gets the result. A start says by `key` what was shown. */
  recipients: z.object({ id: z.string(), text: z.string() }).optional(),
  acceptedAt: moment.nullable(),
})

/**
 * A recording that is played in place of the device's voice: `/api/audio/<file>/`. `marks` is what is marked meanwhile:
 * 0 the prompt, then the options.
 */
const recording = z.object({
  file: z.string(),
  marks: z.number().int().optional(),
  /** Made by a computer, which the player says. */
  computerVoice: z.literal(true).optional(),
})
export type Recording = z.infer<typeof recording>

/** A line before the test. */
export const preTestLine = z.object({
  id: z.string(),
  text: z.string(),
  audio: z.array(recording).optional(),
})

export const getOwnAssignment = call({
  name: 'getOwnAssignment',
  method: 'GET',
  path: '/participant/assignments/:assignmentId/',
  tag: 'Taking a test',
  summary: 'One of my assignments, with its notices and pre-test lines',
  access: 'participant',
  subject: 'ownAssignment',
  params: assignmentId,
  answer: {
    status: 200,
    json: ownAssignment.extend({
      personName: z.string(),
      notices: z.array(notice),
      preTest: z.array(preTestLine),
      hasPractice: z.boolean(),
      /** Some of its questions are followed by the next one once they are answered. */
      hasAutoNext: z.boolean(),
      timed: z.boolean(),
      /** The closing page, once it is done. */
      closing: closing.optional(),
      serverTime: moment,
    }),
  },
  errors: ['not_found'],
})

const stimulusBase = { id: z.string(), title: z.string(), lang: locale.optional() }
/** A stimulus that items ask about. A figure's `image` is a data: URI, so that it is there without a connection. */
const formStimulus = z.discriminatedUnion('kind', [
  z.object({ ...stimulusBase, kind: z.literal('passage'), text: z.string() }),
  /** The first row contains the heads. */
  z.object({ ...stimulusBase, kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
  z.object({ ...stimulusBase, kind: z.literal('procedure'), steps: z.array(z.string()) }),
  z.object({
    ...stimulusBase,
    kind: z.literal('figure'),
    text: z.string(),
    image: z.string(),
    alt: z.string(),
  }),
])
export type FormStimulus = z.infer<typeof formStimulus>

const formOption = z.object({ id: z.string(), label: z.string(), image: z.string().optional() })

const formItem = z.object({
  id: z.string(),
  type: z.enum([
    'single',
    'likert',
    'true_false',
    'image_choice',
    'situational',
    'multiple',
    'ordering',
    'numeric',
    'gap',
    'inline_choice',
    'matching',
    'forced_choice',
  ]),
  prompt: z.string(),
  /** Language of prompt and options when it is not the form's own. */
  lang: locale.optional(),
  image: z.string().optional(),
  /** The image in words, for people who cannot see it. */
  alt: z.string().optional(),
  stimulus: formStimulus.optional(),
  /** The device must not read it aloud. */
  readAloud: z.literal(false).optional(),
  /** A blank is as good as an answer, and nobody is led back to it. */
  mayLeaveBlank: z.literal(true).optional(),
  /** Recordings of everything that is read of it, in that order; none where one is missing. */
  audio: z.array(recording).optional(),
  options: z.array(formOption).optional(),
  parts: z
    .array(z.object({ id: z.string(), label: z.string(), options: z.array(formOption).optional() }))
    .optional(),
})
export type FormItem = z.infer<typeof formItem>

const practiceItem = formItem.extend({
  /** null: any answer is right; a list is the exact set for `multiple` and any of them for the other types. */
  key: z.union([z.string(), z.array(z.string())]).nullable(),
  feedback: z.object({ right: z.string(), wrong: z.string() }),
  feedbackAudio: z.object({ right: recording, wrong: recording }).optional(),
})

/**
 * The form that a person is shown. It contains no keys, weights or scoring; practice items carry theirs because they are
 * never saved.
 */
export const form = z.object({
  inventory: z.object({ code: z.string(), name: z.string() }),
  locale,
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      instructions: z.string(),
      /** A data: URI of the drawing beside the instructions. */
      image: z.string().optional(),
      /** Recordings of the instructions. */
      audio: z.array(recording).optional(),
      navigation: z.enum(['free', 'linear']),
      timeLimitSeconds: z.number().int().optional(),
      practice: z.array(practiceItem).optional(),
      /** Practice is asked again until it is right or skipped. */
      practiceUntilRight: z.literal(true).optional(),
      items: z.array(formItem),
    }),
  ),
  /** A blank is as good as an answer, and nobody is led back to it. */
  mayLeaveBlank: z.literal(true).optional(),
  closing: closing.optional(),
})
export type Form = z.infer<typeof form>

export const startAttempt = call({
  name: 'startAttempt',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/start/',
  tag: 'Taking a test',
  summary: 'Start or continue an attempt',
  access: 'participant',
  subject: 'ownAssignment',
  params: assignmentId,
  body: z.strictObject({
    /** Ids of the notices read and accepted. */
    accepted: z.array(z.string().min(1).max(64)).max(20).optional(),
    /** Ids of the optional ones that were declined. */
    declined: z.array(z.string().min(1).max(64)).max(20).optional(),
    /** The id of what the consent's page said of recipients. */
    recipients: z.string().min(1).max(64).optional(),
    locale: locale.optional(),
    /** This device does not have the test yet, and its player says before a start what is noted (`noteSignals`). */
    newDevice: z.literal(true).optional(),
  }),
  answer: {
    status: 200,
    json: z.object({
      testId: z.string(),
      attemptToken: z.string(),
      /** Encrypts answers of this attempt that the device cannot send, for a file; 256 bits in base64url. */
      rescueKey: z.string(),
      epoch: z.number().int(),
      seq: z.number().int(),
      form,
      responses: z.record(
        z.string(),
        z.object({
          value: responseValue,
          epoch: z.number().int(),
          seq: z.number().int(),
          /**
           * The time for which the person had seen the item, where the device said so: a change of the answer adds to
           * it.
           */
          elapsedMs: z.number().int().optional(),
        }),
      ),
      startedAt: moment,
      accommodations,
      ...clockFields,
      serverTime: moment,
    }),
  },
  errors: [
    'not_found',
    'consent_required',
    'assignment_closed',
    'attempt_submitted',
    'supervised_only',
    'test_withheld',
    'not_open_yet',
    'test_before_pending',
  ],
})

export const refuseConsent = call({
  name: 'refuseConsent',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/refuse/',
  tag: 'Taking a test',
  summary: 'Refuse the explicit consent: the test is not taken and its unit goes back to the client',
  access: 'participant',
  subject: 'ownAssignment',
  params: assignmentId,
  answer: { status: 204 },
  errors: ['not_found', 'consent_not_asked', 'assignment_closed', 'attempt_submitted'],
})

export const startSection = call({
  name: 'startSection',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/sections/:sectionId/start/',
  tag: 'Taking a test',
  summary: 'Start the clock of a section that has a limit of its own',
  access: 'attempt',
  subject: 'attempt',
  params: z.object({ assignmentId: id, sectionId: z.string().min(1).max(64) }),
  answer: {
    status: 200,
    json: z.object({
      sectionId: z.string(),
      startedAt: moment,
      deadline: moment.nullable(),
      serverTime: moment,
    }),
  },
  errors: ['not_found', 'attempt_not_started', 'attempt_submitted', 'assignment_closed', 'test_paused'],
})

const ofPractice = {
  path: '/participant/assignments/:assignmentId/sections/:sectionId/practice/',
  tag: 'Taking a test',
  access: 'attempt',
  subject: 'attempt',
  params: z.object({ assignmentId: id, sectionId: z.string().min(1).max(64) }),
  answer: {
    status: 200,
    json: z.object({
      practice: clockFields.practice,
      /** The deadline of the whole test; an open practice's allowance is in it. */
      deadline: moment.nullable(),
      serverTime: moment,
    }),
  },
  errors: ['not_found', 'attempt_not_started', 'attempt_submitted', 'assignment_closed'],
} as const

export const beginPractice = call({
  ...ofPractice,
  name: 'beginPractice',
  method: 'POST',
  summary:
    'Begin a section’s practice: pauses the clock of the whole test for a limited time, once for each section',
})

export const endPractice = call({
  ...ofPractice,
  name: 'endPractice',
  method: 'DELETE',
  summary: 'Leave a section’s practice: the clock of the whole test continues',
})

export const submitAttempt = call({
  name: 'submitAttempt',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/submit/',
  tag: 'Taking a test',
  summary: 'Hand the test in; the same receipt again when repeated',
  access: 'attempt',
  subject: 'attempt',
  params: assignmentId,
  body: z.strictObject({
    epoch: z.number().int().min(1).max(1_000_000).optional(),
    responses: upTo(maxItems, typed(64), responseInput).optional(),
    ...usedOnDevice,
  }),
  answer: {
    status: 200,
    json: z.object({
      status: z.literal('completed'),
      receipt: z.string(),
      endedByManager: z.literal(true).optional(),
    }),
  },
  errors: ['not_found', 'attempt_not_started', 'assignment_closed'],
})
