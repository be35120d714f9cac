import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { assignmentFilters, assignmentId, assignmentStatus } from './assignments.ts'
import { clientId } from './clients.ts'
import { id, line, moment, paragraph, typed } from './fields.ts'
import { call } from './kit.ts'
import { clockFields } from './responses.ts'

/** The most assignments that a live board shows. */
export const maxBoardRows = 1000

/**
 * - `on_break`: the person takes a break that was allowed; it ends without anybody.
 * - `offline`: the device has not been heard of for a while.
 * - `idle`: the device is there, but no answer has come for minutes.
 */
export const boardState = z.enum([
  'not_started',
  'running',
  'idle',
  'offline',
  'paused',
  'on_break',
  'finished',
  'ended',
])
export type BoardState = z.infer<typeof boardState>

const boardRow = z.object({
  assignmentId: id,
  membershipId: id,
  name: z.string(),
  room: z.string(),
  inventory: z.object({ code: z.string(), name: z.string() }),
  status: assignmentStatus,
  state: boardState,
  answered: z.number().int(),
  total: z.number().int(),
  /** The question on the screen, from 1, and its section; null where the device has not said. */
  item: z.number().int().nullable(),
  section: z.string().nullable(),
  /** Answers that the device has and the server has not, as it said last. */
  unsent: z.number().int(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  pausedAt: moment.nullable(),
  /** When a break ends; null without one. */
  breakUntil: moment.nullable(),
  /** The last sign of the device, and the last answer. */
  seenAt: moment.nullable(),
  answeredAt: moment.nullable(),
  /** The deadline. In a paused test it is that of the pause's beginning: the time left is counted from `pausedAt`. */
  deadline: moment.nullable(),
  /** The tablet's name; empty where the person uses a device of their own. */
  tablet: z.string(),
  startedOffline: z.boolean(),
  addedMinutes: z.number().int(),
  accommodations,
  notes: z.number().int(),
  /** Tests begun a second time on another tablet, and kept. */
  kept: z.number().int(),
})
export type BoardRow = z.infer<typeof boardRow>

const boardFilter = { search: line(100, 0).optional(), ...assignmentFilters }

export const liveBoard = call({
  name: 'liveBoard',
  method: 'GET',
  path: '/clients/:clientId/board/',
  tag: 'Live board',
  summary:
    'Who is at which question now: the assignments of a test day, or those that a filter of the list finds, at most 1,000. Ask again every second or two',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: z.strictObject(boardFilter),
  answer: {
    status: 200,
    json: z.object({ serverTime: moment, rows: z.array(boardRow), count: z.number().int() }),
  },
  errors: ['not_found'],
})

export const pauseTests = call({
  name: 'pauseTests',
  method: 'POST',
  path: '/clients/:clientId/board/pause/',
  tag: 'Live board',
  summary:
    'Pause running tests, or let them go on: their clocks stop on the server at once. Others stay as they are',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    paused: z.boolean(),
    assignmentIds: z.array(id).min(1).max(maxBoardRows),
  }),
  answer: { status: 200, json: z.object({ done: z.number().int() }) },
  errors: ['not_found'],
})

export const addMinutes = call({
  name: 'addMinutes',
  method: 'POST',
  path: '/assignments/:assignmentId/minutes/',
  tag: 'Live board',
  summary: 'Give a running test minutes: its clock, and that of the section that runs, moves at once',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  body: z.strictObject({ minutes: z.number().int().min(1).max(120) }),
  answer: { status: 200, json: z.object({ deadline: moment.nullable(), addedMinutes: z.number().int() }) },
  errors: ['not_found', 'test_not_running', 'test_without_limit', 'idempotency_key_reused'],
})

export const endTest = call({
  name: 'endTest',
  method: 'POST',
  path: '/assignments/:assignmentId/end/',
  tag: 'Live board',
  summary: 'End a running test: it is scored with what has arrived, as when its time is over',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  answer: { status: 204 },
  errors: ['not_found', 'test_not_running'],
})

export const releaseTest = call({
  name: 'releaseTest',
  method: 'POST',
  path: '/assignments/:assignmentId/release/',
  tag: 'Live board',
  summary:
    'Free a running test from its device, so that it goes on at another one. Its device sends what it has and stops',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  answer: { status: 204 },
  errors: ['not_found', 'test_not_running'],
})

export const assignmentNote = z.object({ id, text: z.string(), createdAt: moment, createdBy: z.string() })
export type AssignmentNote = z.infer<typeof assignmentNote>

export const listNotes = call({
  name: 'listNotes',
  method: 'GET',
  path: '/assignments/:assignmentId/notes/',
  tag: 'Live board',
  summary: 'What was noted while somebody took a test, oldest first, at most 100',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  answer: { status: 200, json: z.object({ notes: z.array(assignmentNote) }) },
  errors: ['not_found'],
})

export const addNote = call({
  name: 'addNote',
  method: 'POST',
  path: '/assignments/:assignmentId/notes/',
  tag: 'Live board',
  summary: 'Note what happened while somebody took a test: a fact of the report, never part of its scores',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId,
  body: z.strictObject({ text: paragraph(500, 1) }),
  answer: { status: 201, json: assignmentNote },
  errors: ['not_found', 'too_many_notes'],
})

export const reportPresence = call({
  name: 'reportPresence',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/presence/',
  tag: 'Taking a test',
  summary:
    'Say that the test is on the screen, and at which question; learns of a pause, another device, and the end',
  access: 'attempt',
  subject: 'attempt',
  params: assignmentId,
  body: z.strictObject({
    itemId: typed(64).nullable(),
    unsent: z.number().int().min(0).max(10_000),
  }),
  answer: {
    status: 200,
    json: z.object({
      /** A higher one than the device's own: the test has gone on elsewhere, or was freed. */
      epoch: z.number().int(),
      pausedAt: moment.nullable(),
      closed: z.boolean(),
      clock: z.object({ ...clockFields, timePercent: accommodations.shape.timePercent }),
      serverTime: moment,
    }),
  },
  errors: ['not_found', 'attempt_not_started'],
})
