import { erasedName } from '#contract/erasure.ts'

/**
 * The kind of person that a column is about: one who takes tests, registered, gets reports by a link, works for a client or the
 * operator, pays, or signs in.
 */
type Person = 'participant' | 'registrant' | 'recipient' | 'manager' | 'operator' | 'buyer' | 'account'
type Ground = 'client' | 'consent' | 'contract' | 'law' | 'interest'

/** Reasons why something is not in the person's own file. Both parts are cells of a table in docs/privacy.md. */
export const leftOut = {
  secret: [
    'hashes and secrets of passwords, links, codes, slips, tokens, the second factor, recovery codes and devices; the hash of each erasure',
    'they open something, or name nobody',
  ],
  joins: [
    'ids, counters and times that join, order or repeat what is there; texts to search in; marks that the software needs, as of announced mails',
    'they say nothing more',
  ],
  others: [
    'who assigned, invited, entered or decided something',
    'it is about them: the file says “someone else”. Readers of results and checks of identity have names',
  ],
  brief: [
    'lists being imported, files of slips, evidence and reports, waiting mails and reminders, answers kept for repeated calls, counters of attempts',
    'copies that end within days, some with other people in them',
  ],
  mails: ['mails that a server without a mail server keeps', 'they went to the person'],
  unconfirmed: [
    'registrations that were never confirmed or accepted',
    "nobody has shown that they are the person's",
  ],
  sums: ['sums of groups', 'numbers of several people, which nobody can take apart'],
  details: ['details of entries in the audit log', 'ids, codes and counts, also of others'],
  chosen: ['mails about a client that a manager chose', 'they are on the page on which they are chosen'],
  ledger: ["the ledger's entry of a test", 'the test itself is there'],
  pages: ['orders, invoices and bank transfers', "they are on the organisation's own pages"],
} as const satisfies Record<string, readonly [string, string]>

/** `desk`: in the own file, and the desk may hand it out. `file`: in the own file alone. Others: not in it, for this reason. */
export type InFile = 'desk' | 'file' | keyof typeof leftOut

/** Columns by what happens to them in the own file; several are separated by spaces. */
type Columns = { readonly [Kind in InFile]?: string }

interface Treated extends Columns {
  /** Erasing deletes the rows that lead to this one. */
  readonly deletedBy?: 'attempt' | 'assignment' | 'membership' | 'account'
  /** Rows of the client are deleted also when the account stays. */
  readonly alsoAtClient?: true
  /** Erasing leaves these values. */
  readonly set?: Readonly<Record<string, unknown>>
  /** What the desk's copy leaves out or replaces by a rule in `desk-copy.ts`, which no column tells. */
  readonly deskRule?: string
  /** A rule that is written as code, or why it stays; otherwise the row is deleted or the columns are emptied. */
  readonly says?: string
}

/** The job `sweep` deletes the rows whose moment in this column is so long ago. */
export interface Swept {
  readonly column: string
  /** An interval of PostgreSQL. */
  readonly after: string
  /** The period in words, where they say more than the interval. */
  readonly says?: string
}

/** Columns of a table that are treated alike. */
export interface Entry extends Treated {
  readonly whose: Person
  readonly ground: Ground | 'client, sensitive: consent'
  /** A text names the job, and the function where a job has several. */
  readonly kept: string | Swept
}

const about = <const More extends Treated>(
  whose: Person,
  ground: Entry['ground'],
  kept: Entry['kept'],
  more: More,
) => ({ whose, ground, kept, ...more })

const testPeriod = 'test period: nightly, `erase_by_the_clock`'
const peopleOver = 'people over: nightly, `erase_by_the_clock`'
const bookkeeping = '10 years of bookkeeping'
const whileAccount = 'while the account is kept'
const whileLedger = 'while the ledger is kept'
const whileManager = 'while the person is a manager of the client'
const whileClient = 'while it is a client'
const asEvidence = 'as evidence, with the assignment'
const evidenceOfRequests = 'as evidence, with the membership'
const fileJobs = {
  column: 'expires_at',
  after: '0',
  says: 'slips 1 hour, evidence and reports 1 day',
} as const
const listJobs = { column: 'created_at', after: '1 day' } as const
const asRegistrant =
  'undecided: 24 hours, every minute, `end_registrations`; refused: 6 months, hourly, `sweep` (`deleteRefused`); accepted: as the membership'

const ofNobody = 'stays, of a person without a name'
const leadsToNobody = 'stays, leads to an account without a name'
const law = 'stays; the law asks for it'

/**
 * Every column of the database, by table: first those that are about nobody. Erasures, the hourly sweep, the plain parts of the
 * own file, what the desk may hand out and the map in docs/privacy.md are made of it.
 */
export const registry = {
  analyses: [
    'id version_id filter state asked_at taken_at problem',
    about(
      'participant',
      'client',
      { column: 'asked_at', after: '1 day' },
      { says: 'deleted with the first result of its version that is erased', sums: 'result' },
    ),
  ],
  analysis_snapshots: [
    'version_id n taken_at',
    about('participant', 'client', 'while the version is there', {
      says: 'stays: figures of at least 100 people, each time of 30 more',
      sums: 'flagged parts',
    }),
  ],
  api_keys: [
    'client_id id name secret_hash ending scopes networks created_at expires_at last_used_at revoked_at',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by revoked_by' }),
  ],
  assignment_notes: [
    'client_id id',
    about('participant', 'interest', testPeriod, {
      deletedBy: 'assignment',
      desk: 'text created_at',
      joins: 'assignment_id',
    }),
    about('manager', 'interest', testPeriod, { deletedBy: 'assignment', others: 'created_by' }),
  ],
  assignments: [
    'client_id id inventory_id version_id',
    about('participant', 'client', whileLedger, { says: leadsToNobody, joins: 'membership_id user_id' }),
    about('participant', 'client', testPeriod, { desk: 'description', set: { description: '' } }),
    about('participant', 'client', testPeriod, {
      says: 'set to the normal values',
      desk: 'time_percent text_size read_aloud breaks break_minutes',
      set: { time_percent: 100, text_size: 0, read_aloud: true, breaks: 0, break_minutes: 10 },
    }),
    about('participant', 'client', whileLedger, {
      says: ofNobody,
      deskRule: 'no test that is sensitive as a whole',
      desk: 'locale due_date status created_at started_at ended_at end_reason test_day_id opens_at battery_place pause_minutes erased_at',
      joins: 'battery_id erasure_announced scales_announced',
    }),
    about('manager', 'interest', whileLedger, { says: leadsToNobody, others: 'created_by' }),
    about('participant', 'law', 'while the legal hold lasts', { says: ofNobody, file: 'restricted_at' }),
  ],
  attempt_breaks: [
    'client_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'attempt',
      desk: 'started_at seconds',
      joins: 'attempt_id',
    }),
  ],
  attempt_presence: [
    'client_id',
    about(
      'participant',
      'interest',
      { column: 'seen_at', after: '1 day' },
      {
        deletedBy: 'attempt',
        file: 'seen_at item_id unsent answered',
        joins: 'attempt_id answered_at resumed_at',
      },
    ),
  ],
  attempt_sections: [
    'client_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'attempt',
      file: 'section_id started_at deadline',
      joins: 'attempt_id',
    }),
  ],
  attempt_signals: [
    'client_id',
    about('participant', 'interest', testPeriod, {
      deletedBy: 'attempt',
      desk: 'kind happened_at seconds device',
      joins: 'attempt_id',
    }),
  ],
  attempt_tokens: [
    'client_id',
    about(
      'participant',
      'contract',
      '7 days after the test: hourly, `sweep` (`deleteOldAttemptTokens`); of withdrawn tablets with the test',
      {
        deletedBy: 'attempt',
        joins: 'attempt_id created_at tablet_id withdrawn_at',
        secret: 'token_hash',
      },
    ),
  ],
  attempts: [
    'client_id version_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'assignment',
      desk: 'locale deadline closed_by receipt read_aloud_used auto_next_used tablet_id offline_id paused_at paused_seconds added_seconds',
      file: 'practised_sections left_out',
      joins:
        'id assignment_id user_id epoch started_at closed_at practice_time practice_section practice_until opening_locales time_percent text_size read_aloud clock_moved opened_in breaks break_minutes breaks_left break_until scales_closed',
    }),
    about('manager', 'interest', testPeriod, { deletedBy: 'assignment', others: 'ended_by' }),
  ],
  audit_entries: [
    'id action reason client_id command_id salt',
    about('account', 'interest', 'for good', {
      says: 'replaced by an id that names nobody; of an account that stays, where an entry is this client’s or leads to what is erased',
      deskRule: 'actions that are alike for everybody',
      desk: 'actor_id subject_id',
    }),
    about('account', 'interest', 'for good', { says: 'emptied where the person acted', desk: 'address' }),
    about('account', 'interest', 'for good', {
      says: 'stays; ids, codes and counts, never what somebody typed about a person',
      desk: 'at',
      details: 'details',
    }),
  ],
  audit_renamings: ['entry_id before after signature'],
  audit_seals: [
    'number sealed_at reached first_at last_at entries hashes previous hash public_key signature',
  ],
  avatars: [
    about('account', 'contract', 'until replaced or the account is erased', {
      deletedBy: 'account',
      file: 'image',
      joins: 'user_id public_id created_at',
    }),
  ],
  bank_mappings: [
    'bank mapping updated_at',
    about('operator', 'interest', 'until changed', { says: leadsToNobody, others: 'updated_by' }),
  ],
  bank_statement_lines: [
    'id statement_id hash booked_on amount_kurus entry_ref state decided_at ignore_reason order_id',
    about('buyer', 'law', bookkeeping, { says: law, pages: 'account sender description search_text' }),
    about('operator', 'interest', bookkeeping, { says: leadsToNobody, others: 'decided_by' }),
  ],
  bank_statements: [
    'id format imported_at',
    about('operator', 'interest', bookkeeping, { says: leadsToNobody, others: 'imported_by' }),
  ],
  client_billing: [
    'client_id title tax_office updated_at',
    about('buyer', 'contract', whileClient, {
      says: 'stays; the client changes it',
      pages: 'tax_number name surname identity_number address district city country email phone',
    }),
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'updated_by' }),
  ],
  client_brands: [
    'client_id color logo logo_id logo_width logo_height',
    about('manager', 'contract', whileClient, {
      says: 'stays; the client changes it',
      others: 'sender_name intro_tr intro_en thanks_tr thanks_en',
    }),
  ],
  client_prices: [
    'client_id id inventory_id tiers valid_from valid_until created_at',
    about('operator', 'interest', whileClient, { says: leadsToNobody, others: 'created_by' }),
  ],
  clients: [
    'id name status time_zone created_at reminder_days default_due_days reports_show_adjusted_time managers_invite synthetic',
    about('manager', 'contract', whileClient, {
      says: 'stays; the client changes it',
      others: 'email phone support_contact',
    }),
    about('account', 'interest', whileClient, { says: leadsToNobody, joins: 'created_by applied_by' }),
  ],
  consents: [
    'client_id',
    about('participant', 'law', asEvidence, { says: leadsToNobody, joins: 'assignment_id user_id' }),
    about('participant', 'law', asEvidence, {
      says: ofNobody,
      deskRule: 'no consent to a sensitive scale',
      desk: 'notice_id notice_version kind locale accepted_at device_accepted_at text_hash device channel withdrawn_at',
      joins: 'version_id',
    }),
    about('manager', 'law', asEvidence, {
      says: 'stays: the readers’ names are what the person agreed to',
      desk: 'recipients_text',
    }),
    about('manager', 'law', asEvidence, { says: leadsToNobody, others: 'clinician_id' }),
  ],
  cool_downs: ['client_id inventory_id days'],
  demo_bank: ['id port api_key secret_key file'],
  demo_mails: [
    'id links kind sent_at',
    about(
      'account',
      'interest',
      '30 days, only where no mail server is set: hourly, `sweep` (`deleteOldDemoMails`)',
      {
        says: 'deleted; answers to requests that come after it, an hour later',
        mails: 'recipient subject text html attachments files',
      },
    ),
  ],
  enablement_history: [
    'client_id id inventory_id since until terms',
    about('operator', 'law', 'for good, as evidence', { says: leadsToNobody, others: 'enabled_by' }),
  ],
  erasures: [
    'client_id what reason erased_at counts',
    about('participant', 'law', 'for good', {
      says: 'made by it: a keyed hash that names nobody',
      secret: 'subject',
    }),
  ],
  feedback_tests: ['client_id inventory_id'],
  file_jobs: [
    'client_id id kind created_at finished_at expires_at status total done facts problem',
    about('manager', 'interest', fileJobs, {
      says: 'deleted with the file',
      others: 'created_by address',
    }),
    about('participant', 'client', fileJobs, {
      says: 'deleted; of one being made the request is emptied, and it ends',
      brief: 'request file',
    }),
  ],
  file_parts: [
    'client_id job_id place',
    about('participant', 'client', 'with its file', {
      deletedBy: 'assignment',
      says: 'deleted with the whole file; one being made ends',
      joins: 'assignment_id copy_id sha256',
      brief: 'entry bytes',
    }),
  ],
  held_answers: [
    'client_id',
    about('participant', 'law', 'while the legal hold lasts', {
      deletedBy: 'attempt',
      file: 'answers scores',
      joins: 'attempt_id kept_at',
    }),
  ],
  group_people: [
    'client_id version_id',
    about('participant', 'interest', whileAccount, {
      deletedBy: 'account',
      joins: 'user_id group_name results',
    }),
  ],
  group_sum_changes: ['client_id id version_id group_name key total count'],
  group_sums: [
    'client_id version_id group_name key',
    about('participant', 'interest', 'while the results are kept', {
      says: 'the person’s numbers are taken out',
      sums: 'total count',
    }),
  ],
  heartbeats: ['process_id host version node key_mark started_at beat_at'],
  identity_codes: [
    'id',
    about('account', 'contract', 'with its session', {
      says: 'deleted',
      file: 'email',
      joins: 'session_id purpose code_ends_at tries',
      secret: 'code_hash',
    }),
  ],
  idempotency_keys: [
    'client_id call key status created_at',
    about(
      'account',
      'interest',
      { column: 'created_at', after: '7 days' },
      {
        deletedBy: 'account',
        alsoAtClient: true,
        brief: 'user_id body_hash answer',
      },
    ),
  ],
  identity_domains: [
    'client_id domain provider_id proof confirmed_at',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'confirmed_by' }),
  ],
  identity_providers: [
    'client_id id issuer registered_as secret only_way created_at',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by' }),
  ],
  installation_keys: ['mark wrapped created_at'],
  inventories: ['id code created_at offered_to'],
  inventory_drafts: [
    'code number definition imported_at',
    about('operator', 'interest', 'until published or discarded', {
      says: leadsToNobody,
      others: 'imported_by',
    }),
  ],
  inventory_offers: ['client_id inventory_id'],
  inventory_enablements: [
    'client_id inventory_id legal_basis enabled_at purpose for_candidates',
    about('operator', 'law', 'while it is enabled', { says: leadsToNobody, others: 'enabled_by' }),
  ],
  inventory_versions: [
    'id inventory_id number content_hash definition published_at sensitive sensitive_scales sensitive_items open_scales',
    about('operator', 'interest', 'for good', { says: leadsToNobody, others: 'published_by' }),
  ],
  invitation_jobs: [
    'client_id id created_at finished_at status total done counts',
    about('manager', 'interest', listJobs, {
      says: 'deleted with the list, once it is imported',
      others: 'created_by address',
    }),
    about('participant', 'client', listJobs, {
      says: 'deleted; of a list that is not imported yet, the person’s row is emptied',
      brief: 'request result problem',
    }),
  ],
  invoice_series: ['series year last'],
  invoices: [
    'client_id id order_id number issued_at net_kurus tax_kurus total_kurus',
    about('buyer', 'law', bookkeeping, { says: law, pages: 'content' }),
  ],
  kept_attempts: [
    'client_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'assignment',
      deskRule: 'no answer to a question of a sensitive scale, and no times of answers',
      desk: 'tablet_id started_at received_at submitted responses',
      joins: 'id test_day_id assignment_id',
    }),
  ],
  job_profiles: [
    'client_id id inventory_id version_id name ranges people created_at changed_at archived_at',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by changed_by' }),
  ],
  known_devices: [
    about('account', 'interest', '90 days, the newest for good: hourly, `sweep` (`deleteOldDevices`)', {
      deletedBy: 'account',
      file: 'seen_at',
      joins: 'user_id',
      secret: 'fingerprint',
    }),
  ],
  memberships: [
    'client_id id staff_number_twin',
    about('participant', 'client', peopleOver, { says: leadsToNobody, joins: 'user_id' }),
    about('participant', 'client', peopleOver, {
      desk: 'name email phone staff_number group_name',
      joins: 'search_text decision',
      set: {
        name: erasedName,
        email: null,
        phone: '',
        staff_number: '',
        group_name: '',
        search_text: '',
        decision: 'none',
      },
    }),
    about('participant', 'client', whileLedger, {
      says: ofNobody,
      desk: 'role joined_at removed_at',
      joins: 'erased_at erasure_announced',
    }),
    about('participant', 'law', 'until the hold ends', {
      says: 'emptied; a hold prevents erasure',
      desk: 'held_at',
      file: 'hold_reason',
      set: { held_at: null, hold_reason: '' },
    }),
    about('manager', 'interest', peopleOver, { says: leadsToNobody, others: 'removed_by' }),
    about('manager', 'interest', peopleOver, { others: 'held_by', set: { held_by: null } }),
    about('manager', 'interest', peopleOver, {
      others: 'reader reader_groups',
      set: { reader: false, reader_groups: null },
    }),
  ],
  notification_settings: [
    'client_id',
    about('manager', 'contract', whileManager, {
      deletedBy: 'membership',
      says: 'deleted when a manager leaves',
      chosen: 'finished quota requests transfers',
      joins: 'membership_id finished_until finished_mailed_at transfers_until',
    }),
  ],
  one_time_links: [
    'purpose client_id',
    about(
      'account',
      'contract',
      '30 days after the end, a year for test invitations: hourly, `sweep` (`deleteOldLinks`)',
      {
        deletedBy: 'account',
        alsoAtClient: true,
        deskRule: 'the address that the client knows',
        desk: 'created_at expires_at used_at opened_at',
        file: 'email',
        secret: 'token_hash code_hash seed',
        joins: 'user_id',
      },
    ),
    about('manager', 'interest', 'as the link', {
      deletedBy: 'account',
      alsoAtClient: true,
      others: 'created_by',
    }),
  ],
  people_decisions: [
    'client_id id',
    about('participant', 'client', peopleOver, {
      deletedBy: 'membership',
      desk: 'decision decided_at',
      file: 'note',
      joins: 'membership_id',
    }),
    about('manager', 'interest', peopleOver, { deletedBy: 'membership', others: 'decided_by' }),
  ],
  person_mails: [
    'id client_id job kind',
    about(
      'account',
      'interest',
      { column: 'at', after: '90 days' },
      {
        deletedBy: 'account',
        alsoAtClient: true,
        deskRule: 'the address that the client knows',
        desk: 'at outcome failure failure_code tries',
        file: 'address',
        joins: 'user_id',
        secret: 'link_hash',
      },
    ),
  ],
  order_events: [
    'client_id id order_id at what details',
    about('buyer', 'law', bookkeeping, { says: leadsToNobody, pages: 'user_id' }),
  ],
  order_lines: [
    'client_id order_id inventory_id place code names quantity unit_price_kurus net_kurus tax_kurus refunded_quantity refunded_kurus',
  ],
  orders: [
    'client_id id number payment_method status quantity net_kurus tax_kurus total_kurus tax_basis_points locale terms_version terms_accepted_at created_at updated_at settled_at cancelled_at cancel_reason eft_reference due_at reminders_sent attention refunded_kurus',
    about('buyer', 'law', bookkeeping, { says: law, pages: 'billing transfer search_text' }),
    about('buyer', 'law', bookkeeping, { says: leadsToNobody, pages: 'created_by settled_by cancelled_by' }),
  ],
  payment_notices: ['provider reference received_at'],
  payments: [
    'client_id id order_id provider state amount_kurus installment token provider_payment_id paid_kurus items reason error_group error_code created_at updated_at check_at checks surplus',
    about('buyer', 'law', bookkeeping, { says: 'stays; brand and last digits only', pages: 'card' }),
    about('buyer', 'law', bookkeeping, { says: leadsToNobody, pages: 'created_by' }),
  ],
  person_requests: [
    'client_id id reminded',
    about('participant', 'law', evidenceOfRequests, {
      says: ofNobody,
      deskRule: 'no id of a test that is left out',
      desk: 'assignment_id kind channel received_on locale created_at due_at identity identity_at decision decided_at answered_by',
      joins: 'membership_id',
    }),
    about('participant', 'law', peopleOver, {
      desk: 'message reason identity_note identity_email',
      set: { message: '', reason: '', identity_note: '', identity_email: null },
    }),
    about('manager', 'law', evidenceOfRequests, {
      says: leadsToNobody,
      others: 'entered_by identity_by decided_by',
    }),
  ],
  proofs: ['proof at outcome passed_at host step findings seconds'],
  platform_settings: ['only_row require_second_factor retention_since held_since restored_to'],
  price_tiers: ['inventory_id from_quantity unit_price_kurus'],
  provider_identities: [
    'client_id provider_id',
    about(
      'account',
      'contract',
      'while the person is a manager of the client: hourly, `sweep` (`deleteStaleIdentities`)',
      { deletedBy: 'account', joins: 'user_id linked_at used_at', secret: 'subject' },
    ),
  ],
  provider_sign_ins: [
    'client_id provider_id',
    about(
      'account',
      'contract',
      { column: 'expires_at', after: '1 hour', says: 'an hour after it ends' },
      { says: 'names nobody', secret: 'state_hash browser_hash expires_at used_at' },
    ),
  ],
  quota_entries: [
    'client_id id inventory_id quantity kind reason created_at command_id opens balance order_id registration_id',
    about('participant', 'contract', 'for good', {
      says: 'stays; the assignment leads to an account without a name',
      ledger: 'assignment_id',
    }),
    about('manager', 'interest', 'for good', { says: leadsToNobody, others: 'created_by' }),
  ],
  quota_notifications: [
    'client_id inventory_id',
    about('manager', 'contract', whileManager, {
      deletedBy: 'membership',
      says: 'deleted when a manager leaves',
      chosen: 'units',
      joins: 'membership_id low',
    }),
  ],
  quotas: ['client_id inventory_id available purchased'],
  recipient_history: [
    'client_id id inventory_id since until terms',
    about('manager', 'law', 'for good, as evidence', { says: leadsToNobody, others: 'user_id named_by' }),
  ],
  recordings: ['hash media_type seconds bytes created_at'],
  recovery_codes: [
    about('account', 'contract', 'until renewed or switched off', {
      deletedBy: 'account',
      secret: 'user_id code_hash used_at',
    }),
  ],
  refunds: [
    'client_id id order_id state amount_kurus lines reason created_at settled_at check_at checks returned_kurus settled_reason',
    about('operator', 'law', bookkeeping, { says: leadsToNobody, others: 'created_by settled_by' }),
  ],
  registrants: [
    'client_id id registration_id',
    about('registrant', 'client', asRegistrant, {
      says: 'emptied or deleted',
      desk: 'name email phone',
      joins: 'contact',
      set: { name: erasedName, email: null, phone: '' },
    }),
    about('registrant', 'client', asRegistrant, {
      says: ofNobody,
      desk: 'locale notice_version state created_at decided_at repeats repeated_at',
      joins: 'membership_id',
    }),
    about('manager', 'interest', 'as the row', { says: leadsToNobody, others: 'decided_by' }),
  ],
  registration_checks: [
    'client_id id registration_id',
    about(
      'registrant',
      'client',
      { column: 'created_at', after: '1 day' },
      {
        says: 'deleted',
        unconfirmed: 'token_hash name email locale notice_version code_hash code_ends_at tries created_at',
      },
    ),
  ],
  registrations: [
    'client_id id code name inventory_ids group_name locale due_date cap ends_on approval at_gate burst_at created_at closed_at test_day_id',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by closed_by' }),
  ],
  reminders: [
    'client_id id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'assignment',
      desk: 'sent_at',
      joins: 'assignment_id membership_id due_date days_before created_at',
      brief: 'send_at claimed_by claimed_at',
    }),
    about('manager', 'interest', testPeriod, { deletedBy: 'assignment', others: 'created_by' }),
  ],
  report_recipients: [
    'client_id inventory_id named_at',
    about('manager', 'law', 'until the naming ends', {
      says: 'deleted when a manager leaves',
      others: 'user_id named_by clinician',
    }),
  ],
  responses: [
    'client_id',
    about('participant', 'client, sensitive: consent', testPeriod, {
      deletedBy: 'attempt',
      deskRule: 'no answer to a question of a sensitive scale',
      desk: 'item_id late value',
      file: 'answered_at elapsed_ms stored_at',
      joins: 'attempt_id epoch seq',
    }),
  ],
  result_scores: [
    'client_id inventory_id version_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'attempt',
      joins: 'attempt_id assignment_id membership_id key value se band listed_as',
    }),
  ],
  report_copies: [
    'client_id id sha256',
    about('participant', 'client', testPeriod, { deletedBy: 'assignment', joins: 'assignment_id made_at' }),
  ],
  results: [
    'client_id version_id',
    about('participant', 'client, sensitive: consent', testPeriod, {
      deletedBy: 'attempt',
      deskRule: 'no sensitive scale, and nothing made of one',
      desk: 'scores late_decision late_decided_at',
      file: 'scored_at',
      joins: 'attempt_id assignment_id group_name quality quality_flags arrived_at',
    }),
    about('manager', 'interest', testPeriod, { deletedBy: 'attempt', others: 'late_decided_by' }),
  ],
  retention: ['client_id candidate_months employee_months sensitive_months'],
  retention_former: ['client_id replaced_at candidate_months employee_months sensitive_months tests'],
  retention_runs: ['client_id id ran_at tests people held scales'],
  retention_tests: ['client_id inventory_id months'],
  schema_migrations: ['name applied_at runs_beside'],
  second_factors: [
    about('account', 'contract', 'until switched off', {
      deletedBy: 'account',
      file: 'confirmed_at',
      joins: 'user_id last_step',
      secret: 'secret',
    }),
  ],
  sessions: [
    about(
      'account',
      'contract',
      { column: 'expires_at', after: '0', says: 'until it ends, 30 days at most' },
      {
        deletedBy: 'account',
        says: 'deleted; of an account that stays, this client’s',
        desk: 'created_at seen_at expires_at user_agent tablet_id',
        file: 'proved_at proved_by',
        secret: 'token_hash',
        joins:
          'user_id invitation_client_id remembered id test_day_id mailed provider_client_id provider_id provider_second_step',
      },
    ),
  ],
  setup_codes: ['code_hash client_id id test_day_id turn created_at tablet_id'],
  share_openings: [
    'client_id id share_id',
    about('recipient', 'law', whileClient, {
      says: 'stays, as evidence of who read reports',
      joins: 'opened_at device',
    }),
  ],
  share_reports: [
    'client_id place',
    about('participant', 'law', whileClient, { says: leadsToNobody, joins: 'share_id assignment_id' }),
  ],
  shares: [
    'client_id id wrong_pins purpose locale',
    about('recipient', 'law', whileClient, {
      says: 'stays, as evidence of who got reports',
      desk: 'recipient legal_ground show created_at expires_at revoked_at',
      secret: 'token_hash pin_hash',
    }),
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by revoked_by' }),
  ],
  sign_in_challenges: [
    about(
      'account',
      'contract',
      { column: 'expires_at', after: '0', says: 'until it ends, minutes' },
      {
        deletedBy: 'account',
        secret: 'token_hash user_id purpose way remembered tries expires_at provider_client_id provider_id',
      },
    ),
  ],
  tablet_codes: [
    'client_id',
    about('participant', 'client', peopleOver, {
      deletedBy: 'membership',
      secret: 'tablet_id membership_id code_turn sealed',
    }),
  ],
  tablets: [
    'client_id id test_day_id name room token_hash created_at opened_at last_seen_at revoked_at device_hash pending_at confirmed_at',
  ],
  tallies: ['client_id what day inventory_id count'],
  tally_changes: ['client_id id what day inventory_id count'],
  tax_rates: [
    'valid_from basis_points created_at',
    about('operator', 'interest', 'for good', { says: leadsToNobody, others: 'created_by' }),
  ],
  test_day_people: [
    'client_id',
    about('participant', 'client', peopleOver, {
      deletedBy: 'membership',
      desk: 'room',
      joins: 'test_day_id membership_id user_id code_turn',
      secret: 'code_number code_hash',
    }),
  ],
  test_days: [
    'client_id id place day rooms locale inventory_ids pin_turn wrong_pins code_turn sensitive_offline created_at closed_at',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by' }),
  ],
  throttles: [
    'window_start count',
    about(
      'account',
      'interest',
      { column: 'window_start', after: '1 day' },
      { says: 'deleted', brief: 'key' },
    ),
  ],
  users: [
    about('account', 'contract', 'for good', { says: 'stays; names nobody afterwards', file: 'id' }),
    about('account', 'contract', whileAccount, {
      desk: 'email',
      file: 'name phone email_verified_at',
      joins: 'avatar',
      secret: 'password_hash email_handed',
      set: {
        email: null,
        name: erasedName,
        phone: '',
        avatar: '',
        password_hash: null,
        email_verified_at: null,
        email_handed: false,
      },
    }),
    about('account', 'contract', whileAccount, { says: 'replaced', joins: 'public_id' }),
    about('account', 'contract', 'for good', {
      says: ofNobody,
      file: 'locale time_zone created_at',
      joins: 'authority deactivated_at erased_at second_factor_declined_at api_key synthetic',
      secret: 'password_handed',
    }),
  ],
  waiting_deliveries: [
    'client_id',
    about('participant', 'client', testPeriod, {
      deletedBy: 'assignment',
      desk: 'tablet_id received_at submitted',
      joins: 'id test_day_id assignment_id begun_id reason answered refused decision decided_at',
    }),
    about('participant', 'client', 'until a manager decides; test period: nightly, `erase_by_the_clock`', {
      deletedBy: 'assignment',
      deskRule: 'no answer to a question of a sensitive scale, and no times of answers',
      desk: 'sealed',
    }),
    about('manager', 'interest', testPeriod, { deletedBy: 'assignment', others: 'decided_by' }),
  ],
  webhook_deliveries: [
    'client_id id webhook_id event state turn tries status_code problem took_ms tried_at next_try_at',
    about(
      'participant',
      'client',
      { column: 'created_at', after: '30 days' },
      { says: 'stays for its 30 days: ids alone', joins: 'body created_at' },
    ),
  ],
  webhooks: [
    'client_id id url events secret old_secret old_secret_until created_at succeeded_at failing_since failures paused_until off_at off_reason',
    about('manager', 'interest', whileClient, { says: leadsToNobody, others: 'created_by' }),
  ],
} as const satisfies Readonly<Record<string, readonly (string | Entry)[]>>

type Names<Text> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text
type Under<Part, Word extends 'desk' | 'file'> = Part extends Entry
  ? Names<Extract<Part[keyof Part & Word], string>>
  : never
export type Table = keyof typeof registry
/** Columns of a table that are in the person's own file. */
export type InOwnFile<Of extends Table> = Under<(typeof registry)[Of][number], 'desk' | 'file'>
/** Those of them that the desk may hand out. */
export type AtDesk<Of extends Table> = Under<(typeof registry)[Of][number], 'desk'>

/** The person reads their own file. The desk reads the copy that it hands out. */
export type Reader = 'person' | 'desk'

/** The columns of a table that are in a reader's file: for the desk none that its entry doesn't list under `desk`. */
export function inFile(table: Table, reader: Reader): readonly string[] {
  const entries: readonly (string | Entry)[] = registry[table]
  return entries.flatMap((entry) =>
    typeof entry === 'string'
      ? []
      : wordsOf(entry.desk).concat(reader === 'person' ? wordsOf(entry.file) : []),
  )
}

/** The single words of a list of columns. */
export const wordsOf = (columns = ''): string[] => columns.split(' ').filter((name) => name !== '')
