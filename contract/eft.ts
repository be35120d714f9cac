import { z } from 'zod'
import { errorStatus } from './errors.ts'
import { day, id, line, listQuery, moment, page, queryBoolean } from './fields.ts'
import { call } from './kit.ts'
import { kurus, orderStatus } from './orders.ts'

const errorCode = z.enum(Object.keys(errorStatus))

/** Which columns of a bank's CSV or workbook hold what, by their headings, and how that bank writes days and amounts. */
export const columnMapping = z.strictObject({
  date: line(100),
  /** The incoming amount: a column of amounts with a sign, or the one of credits alone. */
  amount: line(100),
  description: line(100),
  sender: line(100).optional(),
  /** The bank's own number of the movement. */
  reference: line(100).optional(),
  /** The direction where amounts have no sign: incoming (A, Alacak, +) or outgoing. */
  direction: line(100).optional(),
  /** The currency; without this column, amounts are TRY. */
  currency: line(100).optional(),
  decimal: z.enum(['comma', 'point']),
  dayOrder: z.enum(['dmy', 'mdy', 'ymd']),
})
export type ColumnMapping = z.infer<typeof columnMapping>

const bankMapping = columnMapping.extend({ bank: line(100) })

/**
 * The certainty about which order a transfer pays. `matched`: its description has the order's reference and the amount
 * is the order's. `proposed`: the reference with another amount, the order's number, or the amount with a likely sender.
 * `none`: neither.
 */
export const transferFit = z.enum(['matched', 'proposed', 'none'])

/** An incoming transfer of a bank's statement. */
export const bankLine = z.object({
  id,
  /** The IBAN of the account, or the name of the bank where the statement was a CSV. */
  account: z.string(),
  /** Another statement has a transfer of the same day, amount, and sender or description: perhaps it is the same one. */
  alike: z.boolean(),
  /** Its IBAN isn't the one that buyers pay to. */
  otherAccount: z.boolean(),
  bookedOn: day,
  amount: kurus,
  sender: z.string(),
  description: z.string(),
  state: z.enum(['open', 'approved', 'ignored']),
  /** The admin who approved or ignored it, and the time; empty and null while it is open. */
  decidedBy: z.string(),
  decidedAt: moment.nullable(),
  fit: transferFit,
  /** The reason to choose the order. `not_pending`: the reference is of one that has been paid or cancelled. */
  why: z.enum(['reference', 'amount_and_sender', 'not_pending']).nullable(),
  /** The order that it paid or seems to pay. */
  order: z
    .object({
      id,
      number: z.string(),
      client: z.object({ id, name: z.string() }),
      status: orderStatus,
      totalAmount: kurus,
    })
    .nullable(),
  /** The amount above the order’s total, in kuruş: negative where it is too little. null without an order. */
  difference: kurus.nullable(),
})
export type BankLine = z.infer<typeof bankLine>

/** The reason why a row of a statement can't be read. */
export const statementFaultCode = z.enum([
  'unclosed_quote',
  'surplus_cells',
  'missing_cells',
  'amount',
  'day',
  'direction',
])
export type StatementFaultCode = z.infer<typeof statementFaultCode>

/** Details of the refusal `bad_rows`: the first twenty rows that can't be read, and the number of all. */
export const statementFaults = z.object({
  count: z.number().int(),
  faults: z.array(
    z.object({
      line: z.number().int(),
      /** The cell, counted from 1. */
      column: z.number().int(),
      code: statementFaultCode,
      text: z.string(),
    }),
  ),
})

/** Why an entry of a statement is left out, in the order in which the reasons are looked at. */
export const leftOutReason = z.enum([
  /** A row of a table without a day, such as one of sums. */
  'no_day',
  /** A booking that was taken back: an own transfer that returned, or one to us that the bank withdrew. */
  'reversal',
  'outgoing',
  /** An entry of camt.053 that says neither credit nor debit. */
  'unclear_direction',
  /** Any other than TRY. */
  'currency',
  'not_booked',
  /** Nothing came in: zero, or an empty cell. */
  'no_amount',
])
export type LeftOutReason = z.infer<typeof leftOutReason>

const accepts = [
  'application/xml',
  'text/xml',
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export const importStatement = call({
  name: 'importStatement',
  method: 'POST',
  path: '/eft/statements/',
  tag: 'Transfers',
  summary:
    'Import a bank’s statement, camt.053, CSV or Excel (.xlsx): only incoming transfers in TRY are kept, each once. Nothing is approved by it',
  access: 'admin',
  query: z.strictObject({
    /** The bank whose columns a CSV or workbook has. Without one, the headings decide. */
    bank: line(100).optional(),
    /** The sheet of a workbook. Without one, the first visible sheet that has text. */
    sheet: line(100).optional(),
    /** Leaves rows out that can't be read; without it one of them refuses the file. */
    skipBadRows: queryBoolean.optional(),
    /** Takes a file although its letters look broken. */
    acceptLetters: queryBoolean.optional(),
  }),
  upload: { accepts },
  bodyLimit: 5 * 1024 * 1024,
  answer: {
    status: 200,
    json: z.object({
      matched: z.number().int(),
      proposed: z.number().int(),
      /** Transfers that seem to pay no order. */
      ignored: z.number().int(),
      /** Transfers of an earlier statement; nothing happened to them. */
      alreadyKnown: z.number().int(),
      /** Rows that were left out because they can't be read. */
      skipped: z.number().int(),
      /** Entries that are no incoming transfers in TRY, by the reason. */
      leftOut: z.record(leftOutReason, z.number().int()),
    }),
  },
  errors: ['bad_rows', 'broken_letters'],
})

/** The columns of a bank's CSV or workbook as they are found: what a mapping is made from. */
export const statementColumns = z.object({
  /** `camt` needs no mapping: it has no columns. */
  format: z.enum(['camt', 'csv', 'xlsx']),
  /** The sheets of a workbook that Excel shows, and the one whose columns these are. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** The first word whose letters look broken; null where all look right. */
  brokenLetters: z.object({ line: z.number().int(), text: z.string() }).nullable(),
  headings: z.array(z.string()),
  /** The first rows below the headings, a few. */
  rows: z.array(z.array(z.string())),
  /** The mapping that the headings suggest; null where they say too little. */
  suggested: columnMapping.nullable(),
  /** The remembered banks whose columns are all there. */
  banks: z.array(z.string()),
})
export type StatementColumns = z.infer<typeof statementColumns>

export const readStatementColumns = call({
  name: 'readStatementColumns',
  method: 'POST',
  path: '/eft/statements/columns/',
  tag: 'Transfers',
  summary: 'The columns of a bank’s CSV or Excel file, to say what each one is. Keeps nothing',
  access: 'admin',
  query: z.strictObject({ sheet: line(100).optional() }),
  upload: { accepts },
  bodyLimit: 5 * 1024 * 1024,
  answer: { status: 200, json: statementColumns },
  errors: [],
})

export const listBankLines = call({
  name: 'listBankLines',
  method: 'GET',
  path: '/eft/lines/',
  tag: 'Transfers',
  summary:
    'Incoming transfers, the newest first, with the order that each seems to pay as of now; `search` looks at sender and description',
  access: 'admin',
  query: listQuery(['bookedOn']).extend({
    state: z.enum(['open', 'approved', 'ignored']).optional(),
    /** The fit that open lines must have. */
    fit: transferFit.optional(),
  }),
  answer: { status: 200, json: page(bankLine) },
  errors: [],
})

export const approveTransfers = call({
  name: 'approveTransfers',
  method: 'POST',
  path: '/eft/approvals/',
  tag: 'Transfers',
  summary:
    'Approve orders by the transfers that pay them, one at a time: a refused one does not stop the others',
  access: 'admin',
  body: z.strictObject({
    transfers: z
      .array(
        z.strictObject({
          lineId: id,
          orderId: id,
          /** Approves although the amount differs; why. */
          acceptDifference: line(500).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  answer: {
    status: 200,
    json: z.object({
      approved: z.number().int(),
      refused: z.array(z.object({ lineId: id, orderId: id, code: errorCode })),
    }),
  },
  errors: ['payment_method_unavailable'],
})

export const ignoreTransfer = call({
  name: 'ignoreTransfer',
  method: 'POST',
  path: '/eft/lines/:lineId/ignore/',
  tag: 'Transfers',
  summary: 'Set a transfer aside that pays no order. It can still be approved later',
  access: 'admin',
  subject: 'transfer',
  params: z.object({ lineId: id }),
  body: z.strictObject({ reason: line(500).optional() }),
  answer: { status: 204 },
  errors: ['not_found', 'transfer_decided'],
})

export const listBankMappings = call({
  name: 'listBankMappings',
  method: 'GET',
  path: '/eft/mappings/',
  tag: 'Transfers',
  summary: 'How the CSV statements of each bank are read',
  access: 'admin',
  answer: { status: 200, json: z.array(bankMapping) },
  errors: [],
})

export const setBankMapping = call({
  name: 'setBankMapping',
  method: 'PUT',
  path: '/eft/mappings/',
  tag: 'Transfers',
  summary: 'Remember how the CSV statements of a bank are read',
  access: 'admin',
  body: bankMapping,
  answer: { status: 200, json: bankMapping },
  errors: [],
})
