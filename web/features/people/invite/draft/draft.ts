import { z } from 'zod'
import { newAccommodations, noAccommodations, sameAccommodations } from '#contract/accommodation-fields.ts'
import { givenTests, type inviteEmails, inviteFailure } from '#contract/people.ts'
import { noTerms, sentTerms, terms } from '../../../assignments/access-rules/terms.ts'
import { type Issue, issuesOf } from '../people/parse/check.ts'
import { readPasted } from '../people/parse/pasted.ts'
import type { ListRow } from '../people/parse/rows.ts'

const listRow = z.object({
  line: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  staffNumber: z.string(),
  group: z.string(),
})

const fault = z.object({
  line: z.number(),
  column: z.number(),
  code: z.enum(['unclosed_quote', 'surplus_cells', 'missing_cells']),
  text: z.string(),
})

/** A row under check: `was` keeps what came with the list once it is edited, `troubled` that it came with an issue. */
const checkRow = listRow.extend({
  was: listRow.nullable(),
  removed: z.boolean(),
  troubled: z.boolean(),
  /** The name in an earlier row of this address, or the registered one, where somebody decided that it is the same person's. */
  sameAs: z.string().optional(),
  /** The name under which this client has registered the person, where the server found another one. */
  registeredAs: z.string().optional(),
})
export type CheckRow = z.infer<typeof checkRow>

const leftOut = z.object({
  row: listRow,
  reason: z.enum([
    ...inviteFailure.options,
    'empty_email',
    'invalid_group',
    'email_repeated',
    'same_person',
    'other_name',
    'registered_otherwise',
  ]),
})
export type LeftOut = z.infer<typeof leftOut>

/** True if a row can be corrected and sent again. A decided or repeated one would reach the person of its address. */
export const isCorrectable = ({ reason }: Pick<LeftOut, 'reason'>): boolean =>
  !['duplicate', 'same_person', 'email_repeated', 'other_name', 'registered_otherwise'].includes(reason)

const result = z.object({
  created: z.array(listRow),
  existing: z.array(listRow),
  failed: z.array(leftOut),
  /** Those of `existing` who are registered under another name than the list has. */
  otherNames: z.array(listRow).optional(),
  /** Missing where the server did not say. */
  tests: givenTests.optional(),
  /** Those without an address: a link has to be handed over to them. */
  unreached: z.array(z.object({ membershipId: z.string(), name: z.string(), phone: z.string() })).optional(),
})

export const draft = z.object({
  step: z.enum(['people', 'what', 'check', 'result']),
  method: z.enum(['one', 'paste', 'csv', 'excel']),
  one: z.object({ name: z.string(), email: z.string(), phone: z.string(), staffNumber: z.string() }),
  pasted: z.string(),
  file: z
    .object({
      kind: z.enum(['csv', 'excel']),
      name: z.string(),
      rows: z.array(listRow),
      unused: z.array(z.string()),
      faults: z.array(fault),
      broken: z.object({ line: z.number(), text: z.string() }).nullable(),
      /** The visible sheets of a workbook, and the one that was read. */
      sheets: z.array(z.string()).optional(),
      sheet: z.string().optional(),
    })
    .nullable(),
  /** True if unreadable rows are left out, and letters that look broken are accepted. */
  skipFaults: z.boolean(),
  acceptLetters: z.boolean(),
  role: z.enum(['candidate', 'employee']),
  group: z.string(),
  inventoryIds: z.array(z.string()),
  /** Left out until somebody chooses: the client's days decide. */
  dueDate: z.string().nullable().optional(),
  locale: z.enum(['tr', 'en']),
  description: z.string(),
  accommodations: newAccommodations.default(noAccommodations),
  terms: terms.default(noTerms),
  rows: z.array(checkRow),
  /** True if `rows` are those of the present list, so that going back and forth keeps corrections. */
  checked: z.boolean(),
  /** Names this very invitation to the server; any change makes it another one. Empty until it is first sent. */
  key: z.string(),
  /** Set if it was sent under its key and no answer has come yet, or the network failed before one could. */
  sending: z.enum(['', 'underWay', 'unanswered']),
  /** The list's import job; empty where it is imported directly. */
  jobId: z.string(),
  result: result.nullable(),
})
export type Draft = z.infer<typeof draft>
export type Result = z.infer<typeof result>

export const emptyDraft = (locale: Draft['locale']): Draft => ({
  step: 'people',
  method: 'paste',
  one: { name: '', email: '', phone: '', staffNumber: '' },
  pasted: '',
  file: null,
  skipFaults: false,
  acceptLetters: false,
  role: 'candidate',
  group: '',
  inventoryIds: [],
  locale,
  description: '',
  accommodations: noAccommodations,
  terms: noTerms,
  rows: [],
  checked: false,
  key: '',
  sending: '',
  jobId: '',
  result: null,
})

/** The file of the chosen method. */
export const fileOf = ({ method, file }: Pick<Draft, 'method' | 'file'>): Draft['file'] =>
  file?.kind === method ? file : null

/** The list as it was given, by the chosen method. */
export function listOf({
  method,
  one,
  pasted,
  file,
}: Pick<Draft, 'method' | 'one' | 'pasted' | 'file'>): ListRow[] {
  if (method === 'one') return [{ line: 1, ...one, group: '' }]
  if (method !== 'paste') return fileOf({ method, file })?.rows ?? []
  const read = readPasted(pasted)
  return 'rows' in read ? read.rows : []
}

const removed = (row: CheckRow) => row.removed

/** The issue of each row under check; a row taken out has none. */
export const checkIssues = (rows: readonly CheckRow[]): (Issue | undefined)[] => issuesOf(rows, removed)

/** The rows that will be sent: neither taken out nor with an issue. */
export function rowsToSend(rows: readonly CheckRow[]): CheckRow[] {
  const issues = checkIssues(rows)
  return rows.filter((row, index) => !row.removed && issues[index] === undefined)
}

type Body = z.input<typeof inviteEmails.body>

/** People as the server takes them. */
export const emailsOf = (rows: readonly ListRow[]): Body['emails'] =>
  rows.map(({ email, name, phone, staffNumber, group }) => ({
    ...(email.trim() ? { email: email.trim() } : {}),
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(phone.trim() ? { phone: phone.trim() } : {}),
    ...(staffNumber.trim() ? { staffNumber: staffNumber.trim() } : {}),
    ...(group.trim() ? { group: group.trim() } : {}),
  }))

/** The request body. The same draft gives the same body to the letter, so that a repeated key means the same list. */
export function bodyOf(draft: Draft): Body {
  return {
    emails: emailsOf(rowsToSend(draft.rows)),
    inventoryIds: draft.inventoryIds,
    role: draft.role,
    ...(draft.group.trim() ? { group: draft.group.trim() } : {}),
    ...(draft.dueDate ? { dueDate: draft.dueDate } : {}),
    description: draft.description.trim(),
    locale: draft.locale,
    ...(sameAccommodations(draft.accommodations, noAccommodations)
      ? {}
      : { accommodations: draft.accommodations }),
    ...sentTerms(draft.terms, draft.inventoryIds.length),
  }
}
