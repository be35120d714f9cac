import type { Generated } from 'kysely'
import type { Json, MaybeMoment, Moment } from './columns.ts'

// Tables of banks' statements. Amounts are integer kuruş.

export interface BankStatements {
  id: string
  format: 'camt' | 'csv' | 'xlsx'
  imported_at: Moment
  imported_by: string
}

export interface BankStatementLines {
  id: string
  statement_id: string
  hash: Buffer
  account: string
  booked_on: string
  amount_kurus: number
  sender: string
  description: string
  entry_ref: string
  search_text: string
  state: Generated<'open' | 'approved' | 'ignored'>
  decided_at: MaybeMoment
  decided_by: string | null
  ignore_reason: string | null
  order_id: string | null
}

export interface BankMappings {
  bank: string
  mapping: Json
  updated_at: Moment
  updated_by: string
}
