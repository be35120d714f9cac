import type { BaseLogger } from 'pino'
import type { Locale } from '#contract/fields.ts'
import type { Operator, Sales } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { PdfEngine } from '#server/pdf/engine.ts'
import type { SheetEngine } from '#server/sheets/engine.ts'
import type { WorkCounts } from './counts.ts'

/** The log of running jobs. It never has a payload, a token or a link. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** The services that every job gets beside its payload. */
export interface JobDeps {
  readonly db: Database
  readonly mailer: Mailer
  readonly pdf: PdfEngine
  readonly sheets: SheetEngine
  /** undefined: no card payments. */
  readonly payments?: PaymentProvider | undefined
  readonly log: Log
  /** undefined: nobody reads them. */
  readonly counts?: WorkCounts | undefined
  readonly config: {
    /** The address of this installation, `https://host[:port]`; the only base of links in mails. */
    readonly publicUrl: string
    /** The recipient of the contact form's messages, and the language of their readers. */
    readonly contactEmail: string
    readonly defaultLocale: Locale
    /** The operator, as evidence names it. */
    readonly operator: Operator
    /** undefined: quota can't be bought here. */
    readonly sales?: Sales | undefined
    /** The key of the secrets on printed slips. */
    readonly slipKey: Buffer
    /** Webhooks may lead to private addresses, and without https: for tests. */
    readonly privateWebhooks?: boolean
    /** The folder of nightly backups and of the marks of erasures; undefined: there are none. */
    readonly backupDir?: string | undefined
    /** The key that backups are encrypted for, their number, and a connection without a pooler. */
    readonly backupRecipient?: string | undefined
    readonly backupKeep?: number
    /** The file with their private key, for drills. */
    readonly backupIdentity?: string | undefined
    /** The installation takes a test of itself each hour. */
    readonly selfTest?: boolean
    readonly directDatabaseUrl?: string | undefined
  }
}
