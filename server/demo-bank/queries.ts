import pg from 'pg'

/** The bank of an installation: where it listens on loopback, its keys, and where it remembers charges. */
export interface BankRow {
  port: number
  apiKey: string
  secretKey: string
  file: string
}

// Any number that nothing else in this database uses: of several processes that find no bank one starts it.
const lockKey = 7_236_103

/** Does something while no other process of the installation does the same. */
export async function withBankLock<Result>(
  directUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: directUrl })
  // A query on a lost connection fails anyway; the loss alone must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function findBank(client: pg.Client): Promise<BankRow | undefined> {
  const { rows } = await client.query<BankRow>(
    'SELECT port, api_key AS "apiKey", secret_key AS "secretKey", file FROM demo_bank',
  )
  return rows[0]
}

export async function keepBank(client: pg.Client, bank: BankRow): Promise<void> {
  await client.query(
    `INSERT INTO demo_bank (port, api_key, secret_key, file) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET port = excluded.port`,
    [bank.port, bank.apiKey, bank.secretKey, bank.file],
  )
}
