import { sql } from 'kysely'
import { authToken, openMagicLink } from '#contract/auth.ts'
import { addNote } from '#contract/board.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import { getOwnData } from '#contract/own-data.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { newId } from '#server/db/ids.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { request } from './api.ts'
import { castOf, castPassword } from './cast.ts'
import { addMember } from './invited.ts'
import { startTestServer } from './server.ts'
import { addRunning, type Running, submit } from './taking.ts'

/** The address of somebody that the tests have added. */
export const mailOf = (userId: string) => `${userId}@example.com`

export const soon = () => new Date(Date.now() + 3_600_000)

export type OwnDataScene = Awaited<ReturnType<typeof startOwnData>>

/** A server, its people, and how they show who they are and read what is held about them. */
export async function startOwnData() {
  const server = await startTestServer()
  const cast = await castOf(server)
  const { url } = server
  const { db } = server.database

  const read = (token: string) => request(url, getOwnData, { token })
  const ask = (token: string) => request(url, askForCode, { token, body: {} })
  const confirm = (token: string, code: string) => request(url, confirmIdentity, { token, body: { code } })
  const verify = (userId: string) =>
    sql`UPDATE users SET email_verified_at = now() WHERE id = ${userId}`.execute(db)

  /** The newest code that was mailed to an address. */
  async function mailedCode(address: string): Promise<string> {
    await server.runJobs()
    const mail = await db
      .selectFrom('demo_mails')
      .select('subject')
      .where('recipient', '=', address)
      .where('kind', '=', 'identity_code')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return (/^(\d{3}) (\d{3}):/.exec(mail?.subject ?? '')?.slice(1) ?? []).join(' ')
  }

  async function prove(token: string, address: string): Promise<void> {
    await ask(token)
    const { status } = await confirm(token, await mailedCode(address))
    if (status !== 200) throw new Error(`the code of ${address} was refused`)
  }

  /** Somebody with an account at a client, whose address is confirmed. */
  async function account(name?: string) {
    const member = await addMember(db, cast.anadolu, name === undefined ? {} : { name })
    await verify(member.userId)
    await choosePassword(db, member.userId, castPassword)
    return { ...member, email: mailOf(member.userId) }
  }

  const byPassword = async (username: string, password = castPassword) =>
    (await request(url, authToken, { body: { username, password } })).answer.token

  const byLink = async (path: string) => {
    const [uid = '', token = ''] = path.split('/').slice(-2)
    return (await request(url, openMagicLink, { params: { uid, token } })).answer
  }

  /** A person with answers, a score, a note and a reader. */
  async function planted(code: string): Promise<Running> {
    const running = await addRunning(server, cast.anadolu, code)
    await verify(running.userId)
    const { started, choices, assignmentId } = running
    const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options[1] ?? '']))
    await request(url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses },
    })
    await submit(server, running)
    const manager = { token: cast.manager.token, params: { assignmentId } }
    await request(url, addNote, { ...manager, body: { text: `kanarya ${newId()}` } })
    const { status } = await request(url, getReport, manager)
    if (status !== 200) throw new Error('the manager could not read the report')
    return running
  }

  return {
    server,
    cast,
    db,
    read,
    ask,
    confirm,
    verify,
    mailedCode,
    prove,
    account,
    byPassword,
    byLink,
    planted,
  }
}
