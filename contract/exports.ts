import { z } from 'zod'
import { resultsCsv } from './assignments.ts'
import { clientId } from './clients.ts'
import { line } from './fields.ts'
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
  subject: 'client',
  params: clientId,
  query: ledgerFilters,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})
