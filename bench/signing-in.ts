import { connect } from '#server/db/database.ts'
import { hashPassword } from '#server/features/access/users/passwords.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { Connection } from './http.ts'
import { type Figure, spread } from './measure.ts'
import type { RunningServer } from './server.ts'

const password = 'yedi~tane~kiraz'
const atOnce = 50
const rounds = 12
const tries = 400
/** Pairs of tries that are made first and not counted. */
const warmUp = 20

/** A call that is asked about people, and what it answers to known and unknown ones alike. */
interface Asked {
  path: string
  status: number
  bodyOf: (email: string) => object
}

/**
 * The cost of sign-ins for others, and what their times tell. Every try has an account of its own and comes from one of many
 * addresses of loopback, so that no throttle is reached and none has to be lifted.
 */
export async function* measureSigningIn(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const emails = await addAccounts(url, tries / 2)
  yield measureOthers(server.port, emails)
  const guess = (username: string) => ({ username, password: 'not the password' })
  const paths: Record<string, Asked> = {
    sign_in: { path: '/api/auth-token/', status: 400, bodyOf: guess },
    forgot_password: { path: '/api/forgot-password/', status: 202, bodyOf: (email) => ({ email }) },
    magic_link: { path: '/api/magic-link/', status: 202, bodyOf: (email) => ({ email }) },
  }
  for (const [name, asked] of Object.entries(paths))
    yield measureDifference(`${name}_known_unknown`, server.port, emails, asked)
}

/** People with a password, which is hashed once. */
async function addAccounts(url: string, count: number): Promise<string[]> {
  const { db, close } = connect(url, 4, (error) => console.error(error.message))
  const run = Date.now().toString(36)
  const emails = Array.from({ length: count }, (_, at) => `known-${run}-${at}@example.test`)
  const password_hash = await hashPassword(password)
  for (const email of emails) {
    const account = { email, name: 'bench', password: null, authority: [], locale: 'tr' as const }
    const userId = await createAccount(db, account)
    await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  }
  await close()
  return emails
}

/** GET /users/me/ by somebody else, one after the other without a pause, while 50 people sign in at once. */
async function measureOthers(port: number, emails: readonly string[]): Promise<Figure> {
  const signIn = async (connection: Connection, email: string) => {
    const { status, body } = await connection.post(
      '/api/auth-token/',
      '',
      JSON.stringify({ username: email, password }),
    )
    if (status !== 200) throw new Error(`a sign-in answered ${status}: ${body}`)
    return (JSON.parse(body) as { token: string }).token
  }
  const people = Array.from({ length: atOnce }, (_, at) => new Connection(port, addressOf(at)))
  const other = new Connection(port)
  const token = await signIn(other, emails[0] ?? '')
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    let left = people.length
    const signingIn = people.map(async (connection, at) => {
      await signIn(connection, emails[(round * atOnce + at) % emails.length] ?? '')
      left -= 1
    })
    while (left > 0) {
      const start = performance.now()
      const { status } = await other.get('/api/users/me/', token)
      if (status !== 200) throw new Error(`/users/me/ answered ${status}`)
      if (left > 0) times.push(performance.now() - start)
    }
    await Promise.all(signingIn)
  }
  for (const connection of [...people, other]) connection.close()
  const figure = spread('sign_in_parallel_other_p99', 'ms', times)
  return { ...figure, value: figure.p99 ?? 0 }
}

/**
 * The excess of the median time for known addresses over the one for unknown addresses, in per cent: below 0, the unknown
 * ones took longer. One call at a time, known and unknown by turns, and the first of a pair is second in the next, so that
 * what changes with time changes both alike.
 */
async function measureDifference(
  name: string,
  port: number,
  emails: readonly string[],
  { path, status, bodyOf }: Asked,
): Promise<Figure> {
  const people = Array.from({ length: 20 }, (_, at) => new Connection(port, addressOf(at)))
  const ask = async (at: number, email: string) => {
    const connection = people[at % people.length]
    if (connection === undefined) throw new Error('no connection')
    const start = performance.now()
    const answer = await connection.post(path, '', JSON.stringify(bodyOf(email)))
    const time = performance.now() - start
    // A call that was throttled says nothing about the others.
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return time
  }
  const known: number[] = []
  const unknown: number[] = []
  for (const [at, email] of emails.entries()) {
    const pair = [
      async () => known.push(await ask(at, email)),
      async () => unknown.push(await ask(at, email.replace('known', `nobody-${name.slice(0, 2)}`))),
    ]
    if (at % 2 === 1) pair.reverse()
    for (const one of pair) await one()
  }
  for (const connection of people) connection.close()
  const counted = [known, unknown].map((times) => times.slice(warmUp))
  const [ofKnown = 0, ofUnknown = 0] = counted.map((times) => spread(name, 'ms', times).median)
  const difference = ofKnown - ofUnknown
  const medians = `${ofKnown.toFixed(2)} - ${ofUnknown.toFixed(2)} = ${signed(difference)} ms`
  return {
    ...spread(name, '%', counted.flat()),
    value: (difference / ofUnknown) * 100,
    note: `medians of known - unknown: ${medians}; one at a time by turns, the first ${warmUp} pairs left out`,
  }
}

const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`

/** The whole of 127.0.0.0/8 is this machine, to Linux. */
const addressOf = (at: number) => `127.0.0.${2 + at}`
