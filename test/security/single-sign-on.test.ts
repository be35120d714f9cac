import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf, singleSignOnMay } from '#contract/kit.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { inputOf } from '#test/denials/inputs.ts'
import { makeIdentityProvider } from '#test/denials/records.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { castOf } from '#test/support/cast.ts'
import { inject } from '#test/support/inject.ts'
import { send } from '#test/support/send.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
/** The records of a client that has no provider, and that its manager manages as well. */
let theirs: Scene
let token: string

beforeAll(async () => {
  server = await startTestServer()
  const cast = await castOf(server)
  theirs = await makeScene(server, cast, cast.ege)
  const { db } = server.database
  const { userId } = cast.manager
  // A superuser who manages both clients.
  await sql`UPDATE users SET authority = '{superuser}' WHERE id = ${userId}`.execute(db)
  await db
    .insertInto('memberships')
    .values({
      client_id: cast.ege,
      id: newId(),
      user_id: userId,
      role: 'manager',
      name: 'manager',
      search_text: '',
      removed_by: null,
    })
    .execute()
  const id = await makeIdentityProvider(server, cast, cast.anadolu)
  await sql`UPDATE identity_domains SET confirmed_at = now(), confirmed_by = ${userId} WHERE provider_id = ${id}`.execute(
    db,
  )
  // Another client that has entered the same provider without a confirmed domain does not use it.
  await makeIdentityProvider(server, cast, cast.ege)
  const provider = { clientId: cast.anadolu, id, provesSecondStep: false }
  token = await openSession(db, { userId, invitationClientId: null, remembered: false, provider })
})
afterAll(() => server.close())

async function ask(entry: Call): Promise<{ status: number; text: string }> {
  const { params, query, body, file } = inputOf(theirs, entry.name)
  const sent = file ? Buffer.from(await file.arrayBuffer()) : body && JSON.stringify(body)
  const asked = {
    method: entry.method,
    path: pathOf(entry, params) + (query ? `?${new URLSearchParams(query)}` : ''),
    headers: {
      authorization: `Token ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': file.type }),
    },
    ...(sent !== undefined && { body: sent }),
  }
  const isStream = 'file' in entry.answer && entry.answer.file === 'text/event-stream'
  return isStream ? send(server.url, asked) : inject(server.app, asked)
}
const answerTo = async (entry: Call) => {
  const { status, text } = await ask(entry)
  return status < 300 ? String(status) : `${status} ${JSON.parse(text).code}`
}

test('SR-23: a session by an identity provider reaches nothing of a client without it, and no account', async () => {
  const answered: Record<string, string> = {}
  const asked = calls.filter(
    ({ access, name }) => !['guest', 'demo', 'tablet'].includes(access) && name !== 'signOut',
  )
  for (const entry of asked) {
    const usual =
      entry.access === 'admin' || entry.access === 'superuser'
        ? '403 forbidden'
        : singleSignOnMay(entry)
          ? '404 not_found'
          : '409 sso_session'
    const answer = await answerTo(entry)
    if (answer !== usual) answered[entry.name] = answer
  }
  expect(answered).toEqual({
    // These name no client, and answer what the session reaches.
    usersMe: '200',
    listClients: '200',
    listInventories: '200',
    getInventory: '200',
    listPriceTiers: '200',
    listRequests: '200',
    search: '200',
  })
})

test('SR-26: what it lists is of the clients that use the provider', async () => {
  for (const name of ['usersMe', 'listClients', 'listRequests', 'search']) {
    const entry = calls.find((one) => one.name === name)
    expect(entry && (await ask(entry)).text).not.toMatch(new RegExp(`Ege Lojistik|${theirs.clientId}`))
  }
})
