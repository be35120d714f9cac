import { isIP } from 'node:net'
import { z } from 'zod'
import { isTaxNumber } from '#contract/tax-numbers.ts'
import { StartError } from './start-error.ts'

/** The environment is wrong; the message has one sentence per problem. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** "…" completes "NAME must be …": one vocabulary for every sentence about a variable. */
const must = (text: string) => ({ error: () => `must be ${text}` })
const text = z.string()
const wholeNumber = (from: number, to: number) =>
  text
    .regex(/^\d{1,9}$/, must(`a whole number from ${from} to ${to}`))
    .transform(Number)
    .refine((n) => n >= from && n <= to, must(`a whole number from ${from} to ${to}`))

function url(protocols: string[], example: string) {
  return text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    must(`an address such as ${example}`),
  )
}
const postgres = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/terazi')
const origin = url(['http:', 'https:'], 'https://terazi.example.com').pipe(
  text
    .refine(
      (value) => new URL(value).pathname + new URL(value).search === '/',
      must('an address without a path'),
    )
    .transform((value) => new URL(value).origin),
)
const line = (max: number) =>
  text
    .trim()
    .max(max, must(`at most ${max} characters`))
    .regex(/^\P{Cc}*$/u, must('one line of text'))
const email = text
  .trim()
  .max(254, must('an address such as hello@example.com'))
  .regex(/^[^<>@\s,;]+@[^<>@\s,;]+\.[^<>@\s,;.]+$/, must('an address such as hello@example.com'))
const instalmentsOf = (value: string) =>
  value.split(',').map((one) => {
    const [count, percent = '0'] = one.split(':')
    return { count: Number(count), surchargeBasisPoints: Math.round(Number(percent) * 100) }
  })

/** ISO 13616: the country's letters go to the end, letters become numbers, and 97 leaves 1. */
const isTurkishIban = (iban: string) =>
  /^TR\d{24}$/.test(iban) && BigInt(`${iban.slice(4)}2927${iban.slice(2, 4)}`) % 97n === 1n
const proxies = /^(\d{1,2}|loopback|[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*)$/

/** Every environment variable that is read, in the README's order. Nothing else reads the environment. */
const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], must('production, development or test'))
    .default('development'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text
    .refine((host) => isIP(host) > 0 || /^[a-z\d.-]+$/i.test(host), must('an IP address or a host name'))
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: postgres.optional(),
  DIRECT_DATABASE_URL: postgres.optional(),
  DATABASE_WAIT: wholeNumber(0, 3600).default(60),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(20),
  JOB_CONCURRENCY: wholeNumber(1, 100).default(4),
  SECRET_KEY: text.min(32, must('at least 32 characters long')).optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_RECIPIENT: text
    // The library of the format checks the rest, and isn't loaded for every start.
    .regex(/^age1[02-9a-z]{20,2000}$/, must('a public key of age, which begins with age1'))
    .optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  BACKUP_IDENTITY: text.optional(),
  SELF_TEST: z.enum(['0', '1'], must('0, 1, or unset')).optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@host:465').optional(),
  MAIL_FROM: text
    .regex(
      /^(?:[^<>\r\n]*<)?[^<>@\s]+@[^<>@\s]+>?$/,
      must('an address such as Terazi <no-reply@example.com>'),
    )
    .default('Terazi <no-reply@terazi.localhost>'),
  CONTACT_EMAIL: email.optional(),
  OPERATOR_NAME: line(200).optional(),
  OPERATOR_ADDRESS: line(500).optional(),
  OPERATOR_REGISTRY: line(100).optional(),
  OPERATOR_TAX_OFFICE: line(100).optional(),
  OPERATOR_TAX_NUMBER: text.refine(isTaxNumber, must('a VKN of ten digits')).optional(),
  OPERATOR_DISTRICT: line(60).optional(),
  OPERATOR_CITY: line(60).optional(),
  OPERATOR_PHONE: line(25).optional(),
  OPERATOR_IBAN: text
    .transform((value) => value.replace(/\s+/g, ''))
    .refine(isTurkishIban, must('an IBAN such as TR33 0006 1005 1978 6457 8413 26'))
    .optional(),
  INVOICE_SERIES: text.regex(/^[A-Z0-9]{3}$/, must('three capital letters or digits')).default('TRZ'),
  INSTALLMENTS: text
    .regex(
      /^([1-9]|1[0-2])(:\d{1,2}(\.\d{1,2})?)?(,([1-9]|1[0-2])(:\d{1,2}(\.\d{1,2})?)?)*$/,
      must('numbers of instalments up to 12, each with its surcharge in percent, such as 1,2,3:1.5,6:4'),
    )
    .default('1')
    .transform(instalmentsOf),
  DEFAULT_LOCALE: z.enum(['tr', 'en'], must('tr or en')).default('tr'),
  IYZICO_API_KEY: text.optional(),
  IYZICO_SECRET_KEY: text.optional(),
  IYZICO_BASE_URL: origin.default('https://api.iyzipay.com'),
  IYZICO_INTEGRATION: z
    .literal('hosted', must('removed or set to hosted: cards are typed on the provider’s page'))
    .optional(),
  SENTRY_DSN: url(['http:', 'https:'], 'https://key@sentry.example.com/1')
    .refine(
      (value) => new URL(value).username !== '' && /\/\d+$/.test(new URL(value).pathname),
      must('an address such as https://key@sentry.example.com/1'),
    )
    .optional(),
  METRICS_TOKEN: text.min(16, must('at least 16 characters long')).optional(),
  TRUST_PROXY: text
    .regex(
      proxies,
      must('the number of proxies in front, loopback, or their IP addresses separated by commas'),
    )
    .optional(),
  STOP_DELAY: wholeNumber(0, 300).default(0),
  ALLOW_PRIVATE_WEBHOOKS: z.enum(['0', '1'], must('1, or unset')).default('0'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      must('fatal, error, warn, info, debug, trace or silent'),
    )
    .optional(),
})

/** The names of all variables, for the README's table to be held against. */
export const environmentVariables = Object.keys(Environment.shape)

/** The owner of an installation. Fields that aren't configured are shown as not stated; nothing is made up. */
export interface Operator {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly registry?: string | undefined
}

/** The seller of quota, as invoices name them, and the ways to pay. */
export interface Sales {
  readonly seller: {
    readonly title: string
    readonly taxOffice: string
    readonly taxNumber: string
    readonly address: string
    readonly district: string
    readonly city: string
    readonly country: string
    readonly email: string
    readonly phone: string
    readonly registry: string
  }
  /** undefined: no bank transfers. */
  readonly iban: string | undefined
  readonly invoiceSeries: string
  /** The numbers of instalments that a card may be charged in, 1 for a single payment, and what each adds to the price. */
  readonly installments: readonly { readonly count: number; readonly surchargeBasisPoints: number }[]
}

export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** The address people use, without a trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  /** undefined: the bundled PostgreSQL in dataDir. */
  readonly databaseUrl: string | undefined
  /** Past a pooler: for jobs, events and migrations. Equal to databaseUrl when only that is given. */
  readonly directDatabaseUrl: string | undefined
  /** databaseUrl goes through a pooler in transaction mode: no named statements, no LISTEN. */
  readonly pooled: boolean
  /** The longest time, in seconds, that the start waits for a database that isn't there yet. */
  readonly databaseWait: number
  readonly databasePoolSize: number
  readonly jobConcurrency: number
  /** undefined: the secrets of two-step sign-in are stored unencrypted. */
  readonly secretKey: string | undefined
  /** The folder of nightly backups and of the marks of erasures; undefined: none are made. */
  readonly backupDir: string | undefined
  /** The public key that backups are encrypted for. */
  readonly backupRecipient: string | undefined
  /** The number of nightly backups that stay. */
  readonly backupKeep: number
  /** The file with the private key of backups, where the server itself is to restore them as a drill. */
  readonly backupIdentity: string | undefined
  /** True where the installation takes a test of itself each hour, by its public address. */
  readonly selfTest: boolean
  /** undefined: mail is kept in the database. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The recipient of the contact form's messages. */
  readonly contactEmail: string
  /** The owner of this installation, as terms and privacy name them. */
  readonly operator: Operator
  /** undefined: quota can't be bought here; managers ask for it by the contact form. */
  readonly sales: Sales | undefined
  readonly defaultLocale: 'tr' | 'en'
  /** undefined: in the demo the local emulator, in production no card payments. */
  readonly iyzico:
    | { readonly apiKey: string; readonly secretKey: string; readonly baseUrl: string }
    | undefined
  readonly sentryDsn: string | undefined
  readonly metricsToken: string | undefined
  readonly trustProxy: false | number | string
  /** Seconds between saying that this process stops and closing its port, so that a proxy sends nobody here any more. */
  readonly stopDelay: number
  /** Webhooks may lead to private addresses, and without https. Never in production. */
  readonly privateWebhooks: boolean
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Settings that work but are probably not meant; one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Reads and checks the whole environment at once.
 * An empty variable counts as unset. Values are never repeated in a message: they may be secrets.
 * @throws ConfigError with one sentence for each problem
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    )
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const shown = e.HOST === '0.0.0.0' || e.HOST === '::' ? 'localhost' : e.HOST
  const publicUrl = e.PUBLIC_URL ?? `http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${e.PORT}`
  const problems = [
    ...(production ? [] : localDemo(e.HOST, publicUrl)),
    ...(production && e.ALLOW_PRIVATE_WEBHOOKS === '1'
      ? ['ALLOW_PRIVATE_WEBHOOKS must be unset in production: webhooks could reach this network.']
      : []),
    ...(Boolean(e.IYZICO_API_KEY) !== Boolean(e.IYZICO_SECRET_KEY)
      ? ['IYZICO_API_KEY and IYZICO_SECRET_KEY must be set together.']
      : []),
    ...(production && e.BACKUP_DIR && !e.BACKUP_RECIPIENT
      ? ['BACKUP_RECIPIENT must be set in production when BACKUP_DIR is, because a backup has everything.']
      : []),
    ...(e.DIRECT_DATABASE_URL && !e.DATABASE_URL
      ? ['DIRECT_DATABASE_URL must be accompanied by DATABASE_URL.']
      : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    production,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    directDatabaseUrl: e.DIRECT_DATABASE_URL ?? e.DATABASE_URL,
    pooled: e.DIRECT_DATABASE_URL !== undefined && e.DIRECT_DATABASE_URL !== e.DATABASE_URL,
    databaseWait: e.DATABASE_WAIT,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    jobConcurrency: e.JOB_CONCURRENCY,
    secretKey: e.SECRET_KEY,
    backupDir: e.BACKUP_DIR,
    backupRecipient: e.BACKUP_RECIPIENT,
    backupKeep: e.BACKUP_KEEP,
    backupIdentity: e.BACKUP_IDENTITY,
    selfTest: e.SELF_TEST === undefined ? production && e.PUBLIC_URL !== undefined : e.SELF_TEST === '1',
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    contactEmail: e.CONTACT_EMAIL ?? addressOf(e.MAIL_FROM),
    operator: { name: e.OPERATOR_NAME, address: e.OPERATOR_ADDRESS, registry: e.OPERATOR_REGISTRY },
    sales: salesOf(e, production),
    defaultLocale: e.DEFAULT_LOCALE,
    iyzico:
      e.IYZICO_API_KEY && e.IYZICO_SECRET_KEY
        ? { apiKey: e.IYZICO_API_KEY, secretKey: e.IYZICO_SECRET_KEY, baseUrl: e.IYZICO_BASE_URL }
        : undefined,
    sentryDsn: e.SENTRY_DSN,
    metricsToken: e.METRICS_TOKEN,
    trustProxy:
      e.TRUST_PROXY === undefined
        ? false
        : /^\d+$/.test(e.TRUST_PROXY)
          ? Number(e.TRUST_PROXY)
          : e.TRUST_PROXY,
    stopDelay: e.STOP_DELAY,
    privateWebhooks: e.ALLOW_PRIVATE_WEBHOOKS === '1',
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    warnings: production
      ? [
          ...(e.PUBLIC_URL ? [] : [`PUBLIC_URL is not set: links in mails will begin with ${publicUrl}.`]),
          ...(e.OPERATOR_NAME && e.OPERATOR_ADDRESS
            ? []
            : [
                'OPERATOR_NAME and OPERATOR_ADDRESS are not set: terms and privacy do not say who runs this.',
              ]),
          ...(salesOf(e, production)
            ? []
            : [
                'OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_CITY, OPERATOR_TAX_OFFICE and OPERATOR_TAX_NUMBER are not all set: quota can’t be bought, because no invoice could be issued.',
              ]),
          ...(e.SMTP_URL ? [] : ['SMTP_URL is not set: mail is kept in the database and reaches nobody.']),
          ...(e.BACKUP_DIR ? [] : ['BACKUP_DIR is not set: no backup is made at night.']),
        ]
      : [],
  }
}

/** The seller, once all that an invoice needs is known. A demo has one of its own. */
function salesOf(e: z.output<typeof Environment>, production: boolean): Sales | undefined {
  const rest = { invoiceSeries: e.INVOICE_SERIES, installments: e.INSTALLMENTS }
  const known = {
    district: e.OPERATOR_DISTRICT ?? '',
    country: 'Türkiye',
    email: e.CONTACT_EMAIL ?? addressOf(e.MAIL_FROM),
    phone: e.OPERATOR_PHONE ?? '',
    registry: e.OPERATOR_REGISTRY ?? '',
  }
  if (
    e.OPERATOR_NAME &&
    e.OPERATOR_ADDRESS &&
    e.OPERATOR_CITY &&
    e.OPERATOR_TAX_OFFICE &&
    e.OPERATOR_TAX_NUMBER
  )
    return {
      seller: {
        ...known,
        title: e.OPERATOR_NAME,
        address: e.OPERATOR_ADDRESS,
        city: e.OPERATOR_CITY,
        taxOffice: e.OPERATOR_TAX_OFFICE,
        taxNumber: e.OPERATOR_TAX_NUMBER,
      },
      iban: e.OPERATOR_IBAN,
      ...rest,
    }
  if (production) return undefined
  return {
    seller: {
      ...known,
      title: 'Terazi Ölçme ve Değerlendirme A.Ş.',
      address: 'Atatürk Mahallesi Ölçek Sokak No: 1',
      district: 'Ataşehir',
      city: 'İstanbul',
      taxOffice: 'Kozyatağı',
      taxNumber: '1234567890',
    },
    iban: 'TR310009900000123456789012',
    ...rest,
  }
}

/** The address in `Name <address>`, or the address alone. */
const addressOf = (sender: string) => /<([^<>]+)>/.exec(sender)?.[1] ?? sender

/** The demo has known passwords, an open mailbox and a play bank: it must not be reachable from elsewhere. */
function localDemo(host: string, publicUrl: string): string[] {
  const rule =
    'must be a loopback address such as 127.0.0.1 unless NODE_ENV=production, because the demo accounts have known passwords.'
  return [
    ...(isLoopback(host) ? [] : [`HOST ${rule}`]),
    ...(isLoopback(new URL(publicUrl).hostname) || !isLoopback(host) ? [] : [`PUBLIC_URL ${rule}`]),
  ]
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}
