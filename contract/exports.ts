import { z } from 'zod'
import { exportPurpose, resultsCsv } from './assignments.ts'
import { clientId } from './clients.ts'
import { line } from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { call } from './kit.ts'
import { ledgerFilters } from './ledger.ts'
import { peopleFilters } from './people.ts'

export const excelFile = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const resultsXlsx = call({
  name: 'resultsXlsx',
  method: 'GET',
  path: '/clients/:clientId/results.xlsx',
  tag: 'Assignments',
  summary: 'A row for each completed assignment, as an Excel file',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: resultsCsv.query,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})

export const responsesCsv = call({
  name: 'responsesCsv',
  method: 'GET',
  path: '/clients/:clientId/responses.csv',
  tag: 'Assignments',
  summary:
    'A row for each result of one version of a test, without its person, with every answer: for programs, and `terazi score` reads it. Nothing of sensitive tests and scales',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({
    /** The test by its code. */
    code: inventoryCode,
    /** The number of its version. */
    version: z.string().regex(/^[1-9]\d{0,4}$/, { error: 'format' }),
    /** The purpose of the file: in the audit log and in its name. */
    purpose: exportPurpose.optional(),
  }),
  answer: { status: 200, file: 'text/csv' },
  errors: ['not_found'],
})

const people = z.strictObject({
  /** Candidates unless given. */
  role: z.enum(['candidate', 'employee']).optional(),
  search: line(100, 0).optional(),
  ...peopleFilters,
})

export const peopleCsv = call({
  name: 'peopleCsv',
  method: 'GET',
  path: '/clients/:clientId/people.csv',
  tag: 'People',
  summary: 'Candidates or employees, as a spreadsheet program reads them',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: people,
  answer: { status: 200, file: 'text/csv' },
  errors: ['not_found'],
})

export const peopleXlsx = call({
  name: 'peopleXlsx',
  method: 'GET',
  path: '/clients/:clientId/people.xlsx',
  tag: 'People',
  summary: 'Candidates or employees, as an Excel file',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: people,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})

export const ledgerCsv = call({
  name: 'ledgerCsv',
  method: 'GET',
  path: '/clients/:clientId/quota_entries.csv',
  tag: 'Quota',
  summary: 'The ledger of a client, the oldest entry first, as a spreadsheet program reads it',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: ledgerFilters,
  answer: { status: 200, file: 'text/csv' },
  errors: ['not_found'],
})

export const ledgerXlsx = call({
  name: 'ledgerXlsx',
  method: 'GET',
  path: '/clients/:clientId/quota_entries.xlsx',
  tag: 'Quota',
  summary: 'The ledger of a client, the oldest entry first, as an Excel file',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: ledgerFilters,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})
