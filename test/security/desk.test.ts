import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { openMagicLink } from '#contract/auth.ts'
import { erasePerson } from '#contract/erasure.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import { listPersonMails } from '#contract/mail-history.ts'
import { getPerson, updatePerson } from '#contract/memberships.ts'
import { getOwnData } from '#contract/own-data.ts'
import { findOtherNames, forecastInvitation, listCandidates, listManagers } from '#contract/people.ts'
import { checkIdentity, decideRequest, enterRequest, handOutData, listRequests } from '#contract/requests.ts'
import { search } from '#contract/search.ts'
import { newId } from '#server/db/ids.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { createMailedLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword, inventory } from '#test/support/cast.ts'
import { addMember, addUser } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { soon } from '#test/support/own-data.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { ask } from './ask.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const desk = () => ({ token: cast.manager.token })
const ofClient = () => ({ ...desk(), params: { clientId: cast.anadolu } })

/** A person of the client, with an account that somebody signs in to or without one. */
async function added(withAccount: boolean) {
  const person = await addRunning(server, cast.anadolu, 'SCL90')
  if (!withAccount) return person
  await choosePassword(db(), person.userId, castPassword)
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.userId}`.execute(db())
  return person
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
/** Removes ids, times and receipts, which differ between any two people. */
const alike = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[\w.-]+@nerede\.test/g, 'address')
    .replace(/(kimsesiz|hesapli|kapali)\.[\w-]+/g, 'local')
    .replace(/magic-link\/[\w/-]+/g, 'link')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at')

/** Everything that a manager sees of a person's request, from entering it to an erasure that decides another one. */
async function seenOf({ membershipId }: { membershipId: string }): Promise<string> {
  const entered = async () =>
    (
      await request(server.url, enterRequest, {
        ...ofClient(),
        body: { membershipId, kind: 'access', channel: 'letter', receivedOn: yesterday },
      })
    ).answer.id
  const listed = async (id: string) =>
    (await request(server.url, listRequests, { ...desk(), query: { page_size: '100' } })).answer.results.find(
      (one) => one.id === id,
    )
  const member = async () => {
    const { status, answer } = await request(server.url, getPerson, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, membershipId },
    })
    return [status, answer.link]
  }
  const id = await entered()
  await server.runJobs()
  const params = { requestId: id }
  const seen: unknown[] = [await listed(id), await member()]
  seen.push(
    (await request(server.url, checkIdentity, { ...desk(), params, body: { way: 'document' } })).answer,
  )
  const body = { decision: 'accepted', reason: 'Ektedir' } as const
  seen.push((await request(server.url, decideRequest, { ...desk(), params, body })).answer)
  seen.push((await request(server.url, handOutData, { ...desk(), params })).status, await member())
  const open = await entered()
  await server.runJobs()
  const { status } = await request(server.url, erasePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  return alike([...seen, status, await listed(open)])
}

test('SR-27: the requests desk sees no difference between who has an account and who has none', async () => {
  const [account, none] = [await added(true), await added(false)]
  expect(await seenOf(account)).toEqual(await seenOf(none))
})

test('an invitation of this client that was opened shows whose the address is, also without an account before', async () => {
  const person = await added(false)
  const link = await createMailedLink(
    { db: db(), config: { publicUrl: '' } },
    { userId: person.userId, purpose: 'invitation', clientId: cast.anadolu, expiresAt: soon() },
    `${person.userId}@example.com`,
  )
  const enter = async () =>
    (
      await request(server.url, enterRequest, {
        ...ofClient(),
        body: {
          membershipId: person.membershipId,
          kind: 'objection',
          channel: 'letter',
          receivedOn: yesterday,
        },
      })
    ).answer.id
  const decided = async () =>
    (
      await request(server.url, decideRequest, {
        ...desk(),
        params: { requestId: await enter() },
        body: { decision: 'refused', reason: 'Ektedir' },
      })
    ).answer.answeredBy
  expect(await decided()).toBe('hand')
  expect((await ask(server.url, { path: `/api${link}/` })).status).toBe(200)
  expect(await decided()).toBe('mail')
})

test('the list of managers is the same for a colleague who has an account and one who has none', async () => {
  const colleagues = [
    await addMember(db(), cast.anadolu, { role: 'manager', name: 'Meslektaş Aynı' }),
    await addMember(db(), cast.anadolu, { role: 'manager', name: 'Meslektaş Aynı' }),
  ]
  const [known] = colleagues
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${known?.userId}`.execute(db())
  const { answer } = await request(server.url, listManagers, { ...ofClient(), query: { page_size: '100' } })
  const [one, other, ...more] = answer.results
    .filter(({ membershipId }) => colleagues.some((each) => each.membershipId === membershipId))
    .map((each) => alike(each))
  expect([one, more]).toEqual([other, []])
})

/** An address that nobody has, one of an account at another client, and one of an account that was deactivated. */
async function addressesElsewhere(): Promise<string[]> {
  const emails = ['kimsesiz', 'hesapli', 'kapali'].map((one) => `${one}.${newId()}@nerede.test`)
  for (const email of emails.slice(1)) {
    const userId = await addUser(db(), { email, name: 'Başka Ad', locale: 'en' })
    await choosePassword(db(), userId, castPassword)
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${userId}`.execute(db())
    const member = await addMember(db(), cast.ege)
    await sql`UPDATE memberships SET user_id = ${userId} WHERE id = ${member.membershipId}`.execute(db())
  }
  await sql`UPDATE users SET deactivated_at = now() WHERE email = ${emails[2]}`.execute(db())
  return emails
}

/** Everything that a manager sees of somebody with this address, with the links that they make and open themselves. */
async function seenAt(membershipId: string, email: string): Promise<unknown[]> {
  const ofPerson = { ...desk(), params: { clientId: cast.anadolu, membershipId } }
  await server.runJobs()
  const person = await request(server.url, getPerson, ofPerson)
  const { userId } = person.answer
  const [local = ''] = email.split('@')
  const seen: unknown[] = [
    person.answer,
    (await request(server.url, listCandidates, { ...ofClient(), query: { search: local } })).answer,
    (await request(server.url, listCandidates, { ...ofClient(), query: { search: 'Başka Ad' } })).answer,
    (await request(server.url, listCandidates, { ...ofClient(), query: { without: 'email', search: local } }))
      .answer,
    (await request(server.url, search, { ...desk(), query: { q: local } })).answer,
    (await request(server.url, listAssignments, { ...ofClient(), query: { user: userId } })).answer,
    (await request(server.url, listPersonMails, ofPerson)).answer,
    (
      await request(server.url, findOtherNames, {
        ...ofClient(),
        body: { emails: [{ email, name: 'Öteki' }] },
      })
    ).answer,
  ]
  const link = await request(server.url, makeInvitationLink, { ...ofPerson, body: {} })
  const { token: _, ...opened } = await openAsReader(link.answer.url)
  seen.push(link.answer, opened, await seenOf({ membershipId }))
  return seen
}

/** Opens a link. @returns what its page gets, the session's token apart */
async function openAsReader(url: string) {
  const [uid = '', secret = ''] = url.split('/').slice(-2)
  const { status, json } = await request(server.url, openMagicLink, { params: { uid, token: secret } })
  const { token, ...rest } = Object(json)
  return { status, rest, token: String(token) }
}

const english = () => [inventory(cast, 'ENGLISH')]

test('SR-27: inviting an address looks the same whether it has an account elsewhere, a deactivated one or none', async () => {
  const seen: string[] = []
  for (const email of await addressesElsewhere()) {
    const row = { email, name: 'ŞÜKRÜ İĞNECİ' }
    const forecast = await request(server.url, forecastInvitation, {
      ...ofClient(),
      body: { emails: [row], inventoryIds: english() },
    })
    const body = { ...row, inventoryIds: english(), locale: 'tr' } as const
    const { answer } = await request(server.url, invitePerson, { ...ofClient(), body })
    expect(answer.outcome).toBe('created')
    seen.push(alike([forecast.answer, answer, ...(await seenAt(answer.membershipId ?? '', email))]))
  }
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('SR-27: giving somebody an address looks the same, before and after its reader opens the invitation, and moves nothing to an account', async () => {
  const seen: string[] = []
  for (const email of await addressesElsewhere()) {
    const body = {
      name: 'ŞÜKRÜ İĞNECİ',
      phone: '0532 111 22 33',
      inventoryIds: english(),
      locale: 'tr',
    } as const
    const invited = await request(server.url, invitePerson, {
      ...ofClient(),
      body: { ...body, staffNumber: newId() },
    })
    const membershipId = invited.answer.membershipId ?? ''
    const ofPerson = { ...desk(), params: { clientId: cast.anadolu, membershipId } }
    const changed = await request(server.url, updatePerson, { ...ofPerson, body: { email, staffNumber: '' } })
    expect(changed.status).toBe(200)
    await server.runJobs()
    const mails = [(await request(server.url, listPersonMails, ofPerson)).answer]
    const [mail] = (await mailsTo(db(), email)).filter(({ kind }) => kind === 'invitation')
    const url = /http\S+magic-link\/[\w-]+\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { token, ...opened } = await openAsReader(url)
    expect(opened.status).toBe(200)
    // Its reader shows who they are by a code, and sees this client's data alone.
    const asked = await request(server.url, askForCode, { token, body: {} })
    await server.runJobs()
    const sent = (await mailsTo(db(), email)).findLast(({ kind }) => kind === 'identity_code')
    const code = /\d{3} \d{3}/.exec(sent?.subject ?? '')?.[0] ?? ''
    const confirmed = await request(server.url, confirmIdentity, { token, body: { code } })
    const own = await request(server.url, getOwnData, { token })
    expect([asked.status, confirmed.status, own.status]).toEqual([202, 200, 200])
    expect(own.answer.clients.map((one) => one.email)).toEqual([email])
    expect(own.text).not.toContain('Başka Ad')
    mails.push((await request(server.url, listPersonMails, ofPerson)).answer)
    seen.push(alike([changed.answer, mails, opened, ...(await seenAt(membershipId, email))]))
    const { rows } = await sql`SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.client_id = ${cast.anadolu} AND u.email = ${email} AND u.password_hash IS NOT NULL`.execute(
      db(),
    )
    expect(rows).toEqual([])
  }
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})
