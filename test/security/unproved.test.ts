import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayCall } from '#contract/access.ts'
import { openSlipCode, type User, usersMe } from '#contract/auth.ts'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { type Input, inputOf } from '#test/denials/inputs.ts'
import { makeScene, type Scene } from '#test/denials/scene.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { mailOf, soon } from '#test/support/own-data.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { ask } from './ask.ts'
import { askFor } from './walk.ts'

/** Values in the account and at another client alone. */
const planted = {
  name: 'Zümrüt Hesapadı',
  phone: '0599 111 22 33',
  /** Its local part, which the account's user name would have, and its domain. */
  email: 'zumrut.gizliposta',
  domain: 'gizliposta.example',
  /** The address as the offer of a code would hint at it. */
  hint: 'z•••@g•••',
  avatar: '/api/avatars/zumrutresim00000000000/',
  timeZone: 'Pacific/Chatham',
  created: '2019-03-04T05:06:07.000Z',
  elsewhere: 'Başka Kanarya Holding',
  elsewhereName: 'Kanarya Öteki Ad',
}

/** The name and phone that the inviting client has. */
const known = { name: 'Davetli Kişi', phone: '0232 777 66 55' }

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** A person known to a client, with an account of their own or without one. */
async function invited(withAccount: boolean): Promise<Scene> {
  const scene = await makeScene(server, cast)
  const { db } = server.database
  const { userId, membershipId } = scene.participant
  await db.updateTable('memberships').set(known).where('id', '=', membershipId).execute()
  await db.updateTable('users').set({ name: known.name }).where('id', '=', userId).execute()
  if (!withAccount) return scene
  await choosePassword(db, userId, castPassword)
  const email = `${planted.email}@${planted.domain}`
  await sql`UPDATE users SET name = ${planted.name}, email = ${email}, phone = ${planted.phone}, avatar = ${planted.avatar},
    locale = 'en', time_zone = ${planted.timeZone}, created_at = ${planted.created}, email_verified_at = now() WHERE id = ${userId}`.execute(
    db,
  )
  const { membershipId: elsewhere, userId: other } = await addMember(db, cast.ege, { role: 'manager' })
  await sql`UPDATE memberships SET user_id = ${userId}, name = ${planted.elsewhereName} WHERE id = ${elsewhere}`.execute(
    db,
  )
  await sql`UPDATE clients SET name = ${planted.elsewhere} WHERE id = ${cast.ege}`.execute(db)
  await addAssignment(db, cast.ege, { userId, membershipId: elsewhere }, { code: 'MYT' })
  await sql`INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES (${userId}, ${Buffer.alloc(20)}, now())`.execute(
    db,
  )
  await sql`DELETE FROM users WHERE id = ${other}`.execute(db)
  return scene
}

/** Opens a link that a manager made, and the code beside it. */
async function enter({ participant, clientId }: Scene) {
  const { path, code } = await server.database.db.transaction().execute((tx) =>
    createLink(tx, {
      userId: participant.userId,
      purpose: 'invitation',
      clientId,
      createdBy: null,
      expiresAt: soon(),
      handedOver: true,
      slipKey: testSlipKey,
    }),
  )
  const answers = [
    await ask(server.url, { path: `/api${path}/` }),
    await ask(server.url, { path: pathOf(openSlipCode), body: { code } }),
  ]
  return { token: String(Object(JSON.parse(answers[0]?.text ?? '{}')).token), answers }
}

/** The calls that such a session may make, those that only read first. */
const within: readonly Call[] = calls
  .filter(
    ({ access, name }) =>
      access !== 'guest' &&
      access !== 'demo' &&
      name !== 'signOut' &&
      mayCall(access, { authority: ['participant'], invitation: true }),
  )
  .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

async function walked(scene: Scene) {
  const { token, answers } = await enter(scene)
  const all = answers.map(({ status, text }, at) => ({ call: `entry ${at}`, status, text }))
  for (const entry of within) {
    const input: Input = inputOf(scene, entry.name)
    const { status, text } = await askFor(server.url, entry, input, token)
    all.push({ call: entry.name, status, text })
  }
  return { token, all }
}

/** An answer without its ids, times, secrets and drawn orders, which differ between any two people. */
const outcome = ({ call, status, text }: { call: string; status: number; text: string }) => {
  const { code, provedContact, contact } = Object(JSON.parse(text || '{}'))
  return { call, status, code, provedContact, contact: typeof contact }
}

test('SR-27: a session that nothing proves gets nothing of the account in any call, nor whether there is one', async () => {
  const [rich, bare] = [await invited(true), await invited(false)]
  const own = await walked(rich)
  expect(own.all.length).toBeGreaterThan(20)
  for (const { call, text } of own.all)
    for (const secret of Object.values(planted)) expect(text, call).not.toContain(secret)
  const stranger = await walked(bare)
  expect(own.all.map(outcome)).toEqual(stranger.all.map(outcome))
  const user = async (token: string) => (await request(server.url, usersMe, { token })).answer
  const alike = ({ id, email, userName, createdAt, ...rest }: User) => rest
  const me = await user(own.token)
  expect(alike(me)).toEqual(alike(await user(stranger.token)))
  expect(me).toMatchObject({
    ...known,
    email: mailOf(me.id),
    invitation: true,
    emailVerified: false,
    hasPassword: false,
  })
})
