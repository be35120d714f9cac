import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, Locale, MaybeMoment, Moment } from './columns.ts'

// Inventories, and the taking of them.

type TimePercent = 100 | 125 | 150 | 200 | null
type TextSize = 0 | 1 | 2
type Breaks = 0 | 1 | 2 | 3 | 4
type BreakMinutes = 5 | 10 | 15

export interface Inventories {
  id: string
  code: string
  created_at: Moment
  /** The clients that may buy it; `chosen`: those in `inventory_offers`. */
  offered_to: Generated<'all' | 'none' | 'chosen'>
}

export interface InventoryOffers {
  client_id: string
  inventory_id: string
}

export interface InventoryVersions {
  id: string
  inventory_id: string
  number: number
  content_hash: string
  definition: Json
  published_at: Moment
  published_by: string | null
  /** 2 where the hash is of the content with its keys in order. */
  sensitive: GeneratedAlways<boolean>
  /** Single sensitive scales, and the items that are asked for them alone; none where the whole version is sensitive. */
  sensitive_scales: GeneratedAlways<string[]>
  sensitive_items: GeneratedAlways<string[]>
  open_scales: GeneratedAlways<string[]>
}

export interface InventoryDrafts {
  code: string
  number: number
  definition: Json
  imported_at: Moment
  imported_by: string | null
}

export interface Analyses {
  id: string
  version_id: string
  filter: Json
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  asked_at: Moment
  taken_at: MaybeMoment
  problem: string | null
  result: Json | null
}

export interface AnalysisSnapshots {
  version_id: string
  n: number
  taken_at: Moment
  flagged: number
  parts: Json
}

export interface Recordings {
  hash: string
  media_type: 'audio/mpeg'
  seconds: number
  bytes: Buffer
  created_at: Moment
}

export interface Assignments {
  client_id: string
  id: string
  membership_id: string
  user_id: string
  inventory_id: string
  version_id: string
  description: Generated<string>
  locale: Locale
  /** A calendar day in the client's time zone. */
  due_date: string | null
  status: Generated<'pending' | 'completed' | 'expired' | 'cancelled'>
  created_at: Moment
  created_by: string
  started_at: MaybeMoment
  ended_at: MaybeMoment
  end_reason:
    | 'cancelled'
    | 'removed'
    | 'consent_refused'
    | 'past_due'
    | 'replaced'
    | 'consent_withdrawn'
    | 'closed'
    | null
  /** Time in percent of the test's own limits; null: without limits. */
  time_percent: Generated<TimePercent>
  text_size: Generated<TextSize>
  read_aloud: Generated<boolean>
  breaks: Generated<Breaks>
  break_minutes: Generated<BreakMinutes>
  opens_at: MaybeMoment
  /** Set for tests that have an order, as are the next two. */
  battery_id: Generated<string | null>
  battery_place: Generated<number | null>
  pause_minutes: Generated<number | null>
  test_day_id: string | null
  erased_at: MaybeMoment
  /** Kept for a legal hold alone since its consent was withdrawn. */
  restricted_at: MaybeMoment
  /** The end of the retention period that its client's managers have a mail about. */
  erasure_announced: MaybeMoment
  /** The same of its sensitive scales. */
  scales_announced: MaybeMoment
}

export interface TestDays {
  client_id: string
  id: string
  place: string
  /** A calendar day in the client's time zone. */
  day: string
  rooms: Generated<string[]>
  locale: Locale
  inventory_ids: string[]
  pin_turn: Generated<number>
  /** Counts wrong tries of the PIN that is valid now. */
  wrong_pins: Generated<number>
  code_turn: Generated<number>
  sensitive_offline: Generated<boolean>
  created_at: Moment
  created_by: string | null
  closed_at: MaybeMoment
}

export interface SetupCodes {
  code_hash: Buffer
  client_id: string
  id: string
  test_day_id: string
  turn: Generated<number>
  created_at: Moment
  /** The tablet that has used it up. */
  tablet_id: string | null
}

export interface TestDayPeople {
  client_id: string
  test_day_id: string
  membership_id: string
  user_id: string
  room: Generated<string>
  code_turn: Generated<number>
  code_number: number
  code_hash: Buffer
}

export interface TabletCodes {
  client_id: string
  tablet_id: string
  membership_id: string
  code_turn: number
  sealed: Buffer
}

export interface Tablets {
  client_id: string
  id: string
  test_day_id: string
  name: string
  room: Generated<string>
  token_hash: Buffer
  created_at: Moment
  opened_at: MaybeMoment
  last_seen_at: Moment
  revoked_at: MaybeMoment
  device_hash: Buffer | null
  pending_at: MaybeMoment
  confirmed_at: MaybeMoment
}

export interface Attempts {
  client_id: string
  id: string
  assignment_id: string
  user_id: string
  version_id: string
  locale: Locale
  opening_locales: Generated<string[]>
  epoch: Generated<number>
  started_at: Moment
  deadline: MaybeMoment
  closed_at: MaybeMoment
  closed_by: 'person' | 'time' | 'cancelled' | null
  receipt: string | null
  practised_sections: Generated<string[]>
  practice_time: Generated<string>
  practice_section: string | null
  practice_until: MaybeMoment
  /** This and the next four as they were at the start. */
  time_percent: Generated<TimePercent>
  text_size: Generated<TextSize>
  read_aloud: Generated<boolean>
  breaks: Generated<Breaks>
  break_minutes: Generated<BreakMinutes>
  read_aloud_used: Generated<boolean>
  auto_next_used: Generated<boolean>
  clock_moved: Generated<boolean>
  tablet_id: string | null
  /** The session that shows the result without a code; it may have ended. Null for none: several have opened it. */
  opened_in: string | null
  /** Begun without a connection: the tablet's own name for it. */
  offline_id: string | null
  paused_at: MaybeMoment
  /** The end of a break; null during a manager's pause. */
  break_until: MaybeMoment
  breaks_left: Generated<number>
  /** Breaks included. */
  paused_seconds: Generated<number>
  added_seconds: Generated<number>
  ended_by: string | null
  /** Keys of the scales that are not asked, and whether it was not the person's choice: not opened by the client, or over. */
  left_out: Generated<string[]>
  scales_closed: Generated<boolean>
}

export interface AttemptPresence {
  client_id: string
  attempt_id: string
  seen_at: Moment
  item_id: string | null
  unsent: Generated<number>
  answered: Generated<number>
  answered_at: MaybeMoment
  resumed_at: MaybeMoment
}

export interface AssignmentNotes {
  client_id: string
  id: string
  assignment_id: string
  text: string
  created_at: Moment
  created_by: string
}

export interface KeptAttempts {
  client_id: string
  id: string
  test_day_id: string
  assignment_id: string
  tablet_id: string
  started_at: ColumnType<Date, Date, Date>
  received_at: Moment
  submitted: boolean
  responses: ColumnType<unknown, string, string>
}

export interface WaitingDeliveries {
  client_id: string
  id: string
  test_day_id: string
  assignment_id: string
  tablet_id: string
  begun_id: string
  reason: 'withdrawn' | 'replaced_code' | 'needs_connection'
  received_at: Moment
  answered: number
  submitted: boolean
  refused: boolean
  sealed: Buffer | null
  decision: 'accepted' | 'rejected' | null
  decided_at: MaybeMoment
  decided_by: string | null
}

export interface AttemptTokens {
  client_id: string
  attempt_id: string
  token_hash: Buffer
  created_at: Moment
  tablet_id: string | null
  withdrawn_at: MaybeMoment
}

export interface AttemptSections {
  client_id: string
  attempt_id: string
  section_id: string
  started_at: Moment
  deadline: ColumnType<Date, Date, Date>
}

export interface Responses {
  client_id: string
  attempt_id: string
  item_id: string
  late: boolean
  epoch: number
  seq: number
  value: ColumnType<unknown, string, string>
  answered_at: MaybeMoment
  elapsed_ms: number | null
  stored_at: Moment
}

export interface HeldAnswers {
  client_id: string
  attempt_id: string
  kept_at: Moment
  answers: ColumnType<unknown, string, string>
  scores: ColumnType<unknown, string | null, string | null>
}

export interface AttemptBreaks {
  client_id: string
  attempt_id: string
  started_at: Moment
  /** Null while it lasts. */
  seconds: number | null
}

export interface AttemptSignals {
  client_id: string
  attempt_id: string
  kind: 'opened' | 'away' | 'copied'
  happened_at: ColumnType<Date, Date, never>
  seconds: number | null
  device: 'phone' | 'tablet' | 'computer' | 'mac' | 'unknown' | null
}

export interface Results {
  client_id: string
  attempt_id: string
  assignment_id: string
  version_id: string
  group_name: Generated<string>
  scores: Json
  scored_at: Moment
  /** The moment of the first scoring. */
  arrived_at: Moment
  late_decision: ColumnType<
    'accepted' | 'left' | null,
    'accepted' | 'left' | null | undefined,
    'accepted' | 'left'
  >
  late_decided_at: MaybeMoment
  late_decided_by: ColumnType<string | null, string | null | undefined, string>
  quality: GeneratedAlways<'high' | 'medium' | 'low' | null>
  quality_flags: GeneratedAlways<string[]>
}

export interface ResultScores {
  client_id: string
  attempt_id: string
  assignment_id: string
  membership_id: string
  inventory_id: string
  version_id: string
  key: string
  value: number
  se: number | null
  band: string | null
  listed_as: string | null
}

export interface Reminders {
  client_id: string
  id: string
  assignment_id: string
  membership_id: string
  due_date: string | null
  days_before: number | null
  created_at: Moment
  created_by: string | null
  send_at: ColumnType<Date, Date, Date>
  sent_at: MaybeMoment
  claimed_by: string | null
  claimed_at: MaybeMoment
}

export interface Consents {
  client_id: string
  assignment_id: string
  notice_id: string
  notice_version: number
  kind: 'information' | 'explicit_consent'
  user_id: string
  version_id: string
  locale: Locale
  accepted_at: Moment
  /** SHA-256 of the text. */
  text_hash: Buffer
  device: Generated<'phone' | 'tablet' | 'computer' | 'mac' | 'unknown'>
  channel: 'link' | 'account' | 'tablet' | null
  withdrawn_at: MaybeMoment
  /** The time on the clock of a tablet without a connection. */
  device_accepted_at: MaybeMoment
  /** The text on recipients that the page showed beside the notice's text. */
  recipients_text: Generated<string>
  /** The clinician that this names. */
  clinician_id: Generated<string | null>
}

export interface PriceTiers {
  inventory_id: string
  from_quantity: number
  unit_price_kurus: number
}
