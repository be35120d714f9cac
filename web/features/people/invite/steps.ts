import type { AnswerOf } from '#contract/kit.ts'
import type { inviteEmails } from '#contract/people.ts'
import {
  type CheckRow,
  checkIssues,
  type Draft,
  isCorrectable,
  type LeftOut,
  listOf,
  type Result,
  rowsToSend,
} from './draft/draft.ts'
import { type Issue, issuesOf, rowsOfTwoNames } from './people/parse/check.ts'
import type { ListRow } from './people/parse/rows.ts'

type PeopleFields = 'method' | 'one' | 'pasted' | 'file' | 'skipFaults' | 'acceptLetters'
type RowPart = Pick<ListRow, 'name' | 'email' | 'phone' | 'staffNumber' | 'group'>

export type Action =
  | { type: 'list'; values: Partial<Pick<Draft, PeopleFields>> }
  | {
      type: 'edit'
      values: Partial<
        Omit<Draft, PeopleFields | 'step' | 'rows' | 'checked' | 'key' | 'sending' | 'jobId' | 'result'>
      >
    }
  | { type: 'go'; to: 'people' | 'what' | 'check' }
  | { type: 'row'; index: number; values: Partial<RowPart> }
  | { type: 'undoRow'; index: number }
  | { type: 'removeRow'; index: number }
  | { type: 'samePerson'; index: number; as: string }
  | { type: 'registered'; names: readonly { index: number; name: string }[] }
  | { type: 'samePeople' }
  | { type: 'leaveOut' }
  | { type: 'send'; key: string }
  | { type: 'notSent'; unanswered: boolean }
  | { type: 'queued'; jobId: string }
  | { type: 'jobOver' }
  | { type: 'sent'; answer: AnswerOf<typeof inviteEmails> }
  | { type: 'correctFailed' }
  | { type: 'startOver'; draft: Draft }

const unsent = { key: '', sending: '' } as const

/** The wizard's one way from a state to the next. Every change of what will be sent drops its idempotency key. */
export function next(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'list':
      return { ...draft, ...undecided(action.values), ...action.values, checked: false, ...unsent }
    case 'edit':
      return { ...draft, ...action.values, ...unsent }
    case 'go':
      return action.to === 'check'
        ? { ...withCheckedRows(draft), step: 'check' }
        : { ...draft, step: action.to }
    case 'row':
      return withRow(draft, action.index, (row) => ({
        ...row,
        ...action.values,
        was: row.was ?? plain(row),
        sameAs: undefined,
        registeredAs: undefined,
      }))
    case 'undoRow':
      return withRow(draft, action.index, (row) => ({
        ...row,
        ...(row.was ?? {}),
        was: null,
        removed: false,
        sameAs: undefined,
        registeredAs: undefined,
      }))
    case 'removeRow':
      return withRow(draft, action.index, (row) => ({ ...row, removed: true }))
    case 'samePerson':
      return withRow(draft, action.index, (row) => ({ ...row, sameAs: action.as }))
    case 'registered':
      return withRegisteredNames(draft, action.names)
    case 'samePeople':
      return withAllSame(draft)
    case 'leaveOut':
      return leaveOut(draft)
    case 'send':
      return { ...draft, key: draft.key || action.key, sending: 'underWay' }
    case 'notSent':
      return { ...draft, sending: action.unanswered ? 'unanswered' : '' }
    case 'queued':
      return { ...draft, jobId: action.jobId, sending: '' }
    case 'jobOver':
      // Another try is another job: under the old key the failed one would answer again.
      return { ...draft, jobId: '', ...unsent }
    case 'sent':
      // The list is done, and its failed rows are in the result.
      return {
        ...draft,
        step: 'result',
        sending: '',
        jobId: '',
        rows: [],
        result: resultOf(draft, action.answer),
      }
    case 'correctFailed':
      return correctFailed(draft)
    case 'startOver':
      return action.draft
  }
}

/** Another list has other rows to decide about. */
const undecided = (values: Partial<Draft>): Partial<Draft> =>
  'pasted' in values || 'file' in values || 'method' in values
    ? { skipFaults: false, acceptLetters: false }
    : {}

type Answered =
  | AnswerOf<typeof inviteEmails>['created'][number]
  | AnswerOf<typeof inviteEmails>['failed'][number]

const plain = ({ line, name, email, phone, staffNumber, group }: ListRow): ListRow => ({
  line,
  name,
  email,
  phone,
  staffNumber,
  group,
})

function underCheck(list: readonly ListRow[]): CheckRow[] {
  const issues = issuesOf(list)
  return list.map((row, index) => ({
    ...plain(row),
    was: null,
    removed: false,
    troubled: issues[index] !== undefined,
  }))
}

const withCheckedRows = (draft: Draft): Draft =>
  draft.checked ? draft : { ...draft, rows: underCheck(listOf(draft)), checked: true, ...unsent }

const withRow = (draft: Draft, at: number, change: (row: CheckRow) => CheckRow): Draft => ({
  ...draft,
  rows: draft.rows.map((row, index) => (index === at ? change(row) : row)),
  ...unsent,
})

function withRegisteredNames(draft: Draft, names: readonly { index: number; name: string }[]): Draft {
  const found = new Map(names.map(({ index, name }) => [index, name]))
  const rows = draft.rows.map((row, index) => {
    const registeredAs = found.get(index)
    return registeredAs === undefined ? row : { ...row, registeredAs, troubled: true }
  })
  return { ...draft, rows, ...unsent }
}

/** One decision for everybody who is registered under another name. */
function withAllSame(draft: Draft): Draft {
  const issues = checkIssues(draft.rows)
  const rows = draft.rows.map((row, index) => {
    const issue = issues[index]
    return issue?.code === 'registeredOtherwise' ? { ...row, sameAs: issue.name } : row
  })
  return { ...draft, rows, ...unsent }
}

function leaveOut(draft: Draft): Draft {
  const issues = checkIssues(draft.rows)
  const rows = draft.rows.map((row, index) => (issues[index] ? { ...row, removed: true } : row))
  return { ...draft, rows, ...unsent }
}

const reasons: Record<Issue['code'], LeftOut['reason']> = {
  emptyEmail: 'empty_email',
  invalidEmail: 'invalid_email',
  duplicate: 'duplicate',
  emailRepeated: 'email_repeated',
  registeredOtherwise: 'registered_otherwise',
  staffNumberRepeated: 'staff_number_taken',
  invalidName: 'invalid_name',
  invalidPhone: 'invalid_phone',
  damagedPhone: 'invalid_phone',
  damagedStaffNumber: 'invalid_staff_number',
  invalidStaffNumber: 'invalid_staff_number',
  invalidGroup: 'invalid_group',
}

/** The server's result for a row, where the list itself is not available. */
export const rowAsAnswered = ({ email, name, phone, staffNumber }: Answered): ListRow => ({
  line: 0,
  name,
  email,
  phone,
  staffNumber,
  group: '',
})

/** The server's lists as rows of ours, and with the failed ones those that were sent along with no chance: left uncorrected. */
function resultOf(draft: Draft, answer: AnswerOf<typeof inviteEmails>): Draft['result'] {
  const sent = rowsToSend(draft.rows)
  const rowOf = (answered: Answered): ListRow => {
    const own = sent[answered.row]
    return own ? plain(own) : rowAsAnswered(answered)
  }
  const issues = checkIssues(draft.rows)
  const otherwise = new Set(rowsOfTwoNames(draft.rows))
  const unmended = draft.rows.flatMap((row, index): LeftOut[] => {
    const issue = issues[index]
    if (issue?.code === 'duplicate' && otherwise.has(row) && row.sameAs !== undefined)
      return [{ row: plain(row), reason: 'same_person' }]
    if (row.removed && row.registeredAs !== undefined)
      return [{ row: plain(row), reason: 'registered_otherwise' }]
    if (row.removed && otherwise.has(row)) return [{ row: plain(row), reason: 'email_repeated' }]
    return issue ? [{ row: plain(row), reason: reasons[issue.code] }] : []
  })
  const otherNames = underOtherNames(answer).map(rowOf)
  return {
    created: answer.created.map(rowOf),
    existing: answer.existing.map(rowOf),
    failed: [...answer.failed.map((row) => ({ row: rowOf(row), reason: row.reason })), ...unmended],
    ...(otherNames.length > 0 && { otherNames }),
    ...(answer.tests && { tests: answer.tests }),
    unreached: unreachedOf(answer),
  }
}

/** Those of an answer who are registered under another name than was given. */
export const underOtherNames = ({ existing }: Pick<AnswerOf<typeof inviteEmails>, 'existing'>) =>
  existing.filter(({ otherName }) => otherName)

/** Those of an answer without an address. */
export const unreachedOf = ({
  created,
  existing,
}: Pick<AnswerOf<typeof inviteEmails>, 'created' | 'existing'>): NonNullable<Result['unreached']> =>
  [...created, ...existing].flatMap(({ email, membershipId, name, phone }) =>
    email === '' ? [{ membershipId, name, phone }] : [],
  )

/** Back to the check with those alone that were not invited and can be. */
function correctFailed(draft: Draft): Draft {
  const failed = draft.result?.failed.filter(isCorrectable) ?? []
  const rows = failed.map(({ row }) => ({ ...row, was: null, removed: false, troubled: true }))
  const file = draft.file && { ...draft.file, rows: failed.map(({ row }) => row) }
  return { ...draft, step: 'check', file, rows, checked: true, ...unsent, result: null }
}
