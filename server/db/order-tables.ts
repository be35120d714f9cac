import type { ColumnType, Generated } from 'kysely'
import type { Json, Locale, MaybeMoment, Moment } from './columns.ts'

// Orders, payments and invoices. Amounts are integer kuruş.

type MaybeJson = ColumnType<unknown, string | null | undefined, string | null>

export interface TaxRates {
  valid_from: string
  basis_points: number
  created_at: Moment
  created_by: string | null
}

export interface ClientPrices {
  client_id: string
  id: string
  inventory_id: string
  tiers: Json
  valid_from: string
  valid_until: string | null
  created_at: Moment
  created_by: string
}

export interface Orders {
  client_id: string
  id: string
  number: string
  payment_method: 'credit_card' | 'eft'
  status: Generated<'pending' | 'paid' | 'approved' | 'cancelled'>
  quantity: number
  net_kurus: number
  tax_kurus: number
  total_kurus: number
  tax_basis_points: number
  billing: Json
  locale: Locale
  terms_version: string
  terms_accepted_at: Moment
  created_at: Moment
  created_by: string
  updated_at: Moment
  settled_at: MaybeMoment
  settled_by: string | null
  cancelled_at: MaybeMoment
  cancelled_by: string | null
  cancel_reason: 'by_manager' | 'by_admin' | 'expired' | null
  eft_reference: string | null
  due_at: MaybeMoment
  reminders_sent: Generated<number>
  transfer: MaybeJson
  attention: 'amount_mismatch' | 'paid_twice' | 'paid_after_cancel' | 'held' | null
  refunded_kurus: Generated<number>
  search_text: string
}

export interface OrderLines {
  client_id: string
  order_id: string
  inventory_id: string
  place: number
  code: string
  names: Json
  quantity: number
  unit_price_kurus: number
  net_kurus: number
  tax_kurus: number
  refunded_quantity: Generated<number>
  refunded_kurus: Generated<number>
}

export interface OrderEvents {
  client_id: string
  id: string
  order_id: string
  at: Moment
  what: string
  user_id: string | null
  details: Json
}

export interface Payments {
  client_id: string
  id: string
  order_id: string
  provider: string
  state: Generated<'created' | 'challenge' | 'authorizing' | 'held' | 'succeeded' | 'failed' | 'unknown'>
  amount_kurus: number
  installment: number | null
  token: string | null
  provider_payment_id: string | null
  paid_kurus: number | null
  card: MaybeJson
  items: MaybeJson
  reason: string | null
  error_group: string | null
  error_code: string | null
  created_at: Moment
  created_by: string
  updated_at: Moment
  check_at: MaybeMoment
  checks: Generated<number>
  surplus: 'due' | 'returned' | null
}

export interface PaymentNotices {
  provider: string
  reference: string
  received_at: Moment
}

export interface InvoiceSeries {
  series: string
  year: number
  last: number
}

export interface Invoices {
  client_id: string
  id: string
  order_id: string
  number: string
  issued_at: Date
  net_kurus: number
  tax_kurus: number
  total_kurus: number
  content: Json
}

export interface Refunds {
  client_id: string
  id: string
  order_id: string
  state: 'requested' | 'succeeded' | 'failed' | 'unknown'
  amount_kurus: number
  returned_kurus: number
  lines: Json
  reason: string
  created_at: Moment
  created_by: string
  settled_at: MaybeMoment
  check_at: MaybeMoment
  checks: Generated<number>
  settled_by: string | null
  settled_reason: string | null
}
