import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Locale } from '#contract/fields.ts'
import type { Operator, Sales } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { ErrorReports } from '#server/error-reports.ts'
import type { ProviderCalls } from '#server/features/access/single-sign-on/provider-calls.ts'
import type { SaveGroup } from '#server/features/delivery/attempts/saving/group.ts'
import type { Heartbeat } from '#server/features/platform/health/heartbeat.ts'
import type { CertificateWatch } from '#server/features/platform/system/certificate.ts'
import type { Folders } from '#server/features/platform/system/disks.ts'
import type { HeldState } from '#server/held/held.ts'
import type { HttpContext } from '#server/http/route.ts'
import type { WorkCounts } from '#server/jobs/counts.ts'
import type { NameServers } from '#server/outward/address.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { PdfEngine } from '#server/pdf/engine.ts'
import type { SheetEngine } from '#server/sheets/engine.ts'

/** The parts that the application is built on. Tests pass their own. */
export interface AppOptions {
  readonly db: Database
  readonly pool: pg.Pool
  readonly pdf: PdfEngine
  readonly sheets: SheetEngine
  /** undefined: no card payments. */
  readonly payments?: PaymentProvider | undefined
  readonly config: AppConfig
  readonly heartbeat: Heartbeat
  /** Outcomes of this process's jobs and mails. */
  readonly counts: WorkCounts
  readonly held: HeldState
  /** Tests have their own. */
  readonly names?: NameServers | undefined
  /** Milliseconds that an identity provider gets for an answer. Tests have less patience. */
  readonly providerLimitMs?: number | undefined
  readonly log: FastifyBaseLogger
  /** undefined: errors stay in the log. */
  readonly reports?: ErrorReports | undefined
}

export interface AppConfig {
  /** The address people use, without a trailing slash; links in mails begin with it. */
  readonly publicUrl: string
  /** True on loopback and not in production: demo mailbox and demo accounts exist. */
  readonly demo: boolean
  readonly defaultLocale: Locale
  readonly operator: Operator
  /** undefined: quota can't be bought here. */
  readonly sales?: Sales | undefined
  /** Proxies in front whose forwarded address is believed. */
  readonly trustProxy: boolean | number | string
  /** A connection without a pooler, for what has to stay open. */
  readonly directDatabaseUrl: string
  /** The pool goes through a pooler in transaction mode, which keeps no prepared statements. */
  readonly pooled: boolean
  /** The data key, which the installation's key opens: encrypts what has to be stored and read again in clear. */
  readonly secretKey: string
  /** The key of the codes on printed slips; the same in every process, and never in the database. */
  readonly slipKey: Buffer
  /** Webhooks and identity providers may lead to private addresses, and without https: for tests. */
  readonly privateWebhooks: boolean
  /** Asked for at /metrics; undefined serves none. */
  readonly metricsToken: string | undefined
  /** True where the installation takes a test of itself. */
  readonly selfTest?: boolean | undefined
  /** The address for browsers' reports of errors in the application's own pages; undefined: none. */
  readonly sentryDsn?: string | undefined
  /** The demo bank's address; undefined in production, and where there are keys of the real provider. */
  readonly demoBankUrl?: string | undefined
  /** Folders whose disks are watched; the age of the newest backup is measured too. */
  readonly folders: Folders
  /** Folder of the built web application; undefined serves the API alone. */
  readonly webRoot: string | undefined
}

/** The services that features get. */
export interface Deps extends Omit<AppOptions, 'names'> {
  readonly names: NameServers
  readonly providerCalls: ProviderCalls
  readonly http: HttpContext
  readonly saves: SaveGroup
  /** undefined where the public address isn't `https:`. */
  readonly certificate: CertificateWatch | undefined
}
