import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, environmentVariables, readConfig } from './config.ts'

test('nothing set is the demo on this machine', () => {
  expect(readConfig({ PATH: '/bin', PORT: '' })).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: './data',
    databaseUrl: undefined,
    defaultLocale: 'tr',
    trustProxy: false,
    warnings: [],
  })
})

test('a production environment', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://terazi.example.com/',
    DATABASE_URL: 'postgres://u:p@pooler:6432/terazi',
    DIRECT_DATABASE_URL: 'postgresql://u:p@db:5432/terazi',
    SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: 'smtps://u:p@mail.example.com:465',
    MAIL_FROM: 'Terazi <no-reply@example.com>',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    IYZICO_API_KEY: 'k',
    IYZICO_SECRET_KEY: 's',
    OPERATOR_NAME: 'Terazi A.Ş.',
    OPERATOR_ADDRESS: 'İzmir',
    OPERATOR_CITY: 'İzmir',
    OPERATOR_TAX_OFFICE: 'Konak',
    OPERATOR_TAX_NUMBER: '1234567890',
    OPERATOR_IBAN: 'TR31 0009 9000 0012 3456 7890 12',
    INSTALLMENTS: '1,3:1.5',
    BACKUP_DIR: '/srv/backups',
    BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  })
  expect(config).toMatchObject({
    production: true,
    publicUrl: 'https://terazi.example.com',
    operator: { name: 'Terazi A.Ş.', address: 'İzmir', registry: undefined },
    contactEmail: 'no-reply@example.com',
    sales: {
      seller: { title: 'Terazi A.Ş.', taxNumber: '1234567890' },
      iban: 'TR310009900000123456789012',
      invoiceSeries: 'TRZ',
      installments: [
        { count: 1, surchargeBasisPoints: 0 },
        { count: 3, surchargeBasisPoints: 150 },
      ],
    },
    pooled: true,
    trustProxy: '10.0.0.0/8, 127.0.0.1',
    iyzico: { apiKey: 'k', secretKey: 's', baseUrl: 'https://api.iyzipay.com' },
    warnings: [],
  })
  expect(readConfig({ NODE_ENV: 'production' }).warnings).toEqual([
    expect.stringMatching(/^PUBLIC_URL /),
    expect.stringMatching(/^OPERATOR_NAME /),
    expect.stringMatching(/^OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_CITY, /),
    expect.stringMatching(/^SMTP_URL /),
    expect.stringMatching(/^BACKUP_DIR /),
  ])
  expect(readConfig({ IYZICO_INTEGRATION: 'hosted' })).toEqual(readConfig({}))
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
})

test.each([
  [{ PORT: '99999' }, 'PORT must be a whole number from 1 to 65535.'],
  [{ PORT: '80a' }, 'PORT must be a whole number from 1 to 65535.'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV must be production, development or test.'],
  [{ HOST: 'http://x' }, 'HOST must be an IP address or a host name.'],
  [{ PUBLIC_URL: 'terazi' }, 'PUBLIC_URL must be an address such as https://terazi.example.com.'],
  [{ PUBLIC_URL: 'http://localhost:3000/app' }, 'PUBLIC_URL must be an address without a path.'],
  [{ DEFAULT_LOCALE: 'de' }, 'DEFAULT_LOCALE must be tr or en.'],
  [{ SMTP_URL: 'mail:25' }, 'SMTP_URL must be an address such as smtps://user:password@host:465.'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address such as Terazi <no-reply@example.com>.'],
  [{ DIRECT_DATABASE_URL: 'postgres://x/y' }, 'DIRECT_DATABASE_URL must be accompanied by DATABASE_URL.'],
  [{ IYZICO_API_KEY: 'k' }, 'IYZICO_API_KEY and IYZICO_SECRET_KEY must be set together.'],
  [
    { IYZICO_INTEGRATION: 'direct' },
    'IYZICO_INTEGRATION must be removed or set to hosted: cards are typed on the provider’s page.',
  ],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be at least 32 characters long.'],
  [{ ALLOW_PRIVATE_WEBHOOKS: 'yes' }, 'ALLOW_PRIVATE_WEBHOOKS must be 1, or unset.'],
  [
    { NODE_ENV: 'production', ALLOW_PRIVATE_WEBHOOKS: '1' },
    'ALLOW_PRIVATE_WEBHOOKS must be unset in production: webhooks could reach this network.',
  ],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters long.'],
  [
    { TRUST_PROXY: 'yes' },
    'TRUST_PROXY must be the number of proxies in front, loopback, or their IP addresses separated by commas.',
  ],
  [
    { PORT: 'x', DEFAULT_LOCALE: 'de' },
    'PORT must be a whole number from 1 to 65535.\nDEFAULT_LOCALE must be tr or en.',
  ],
])('%j is refused in one sentence each', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})

test('no value is repeated: it may be a secret', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' })).toThrow(
    new ConfigError('DATABASE_URL must be an address such as postgres://user:password@host:5432/terazi.'),
  )
})

test.each(['0.0.0.0', '::', '192.168.1.5', 'terazi.example.com', '127.example.com'])(
  'the demo does not listen on %s',
  (HOST) => {
    expect(() => readConfig({ HOST })).toThrow(/^HOST must be a loopback address [^\n]+\.$/)
    expect(readConfig({ HOST, NODE_ENV: 'production' }).host).toBe(HOST)
  },
)

test.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('the demo listens on %s', (HOST) => {
  expect(readConfig({ HOST }).host).toBe(HOST)
})

test('SR-08: the demo has no public address', () => {
  expect(() => readConfig({ PUBLIC_URL: 'https://terazi.example.com' })).toThrow(
    /^PUBLIC_URL must be a loopback address/,
  )
})

test('the README lists every variable and no other', () => {
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)
  const listed = [...rows].flatMap(([, names]) => names?.match(/[A-Z_]+/g) ?? [])
  expect(listed).toEqual(environmentVariables)
})
