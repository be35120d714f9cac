import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPerson } from '#contract/memberships.ts'
import { confirmOwnAddress, updateOwnProfile } from '#contract/own-data.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { mailOf, type OwnDataScene, startOwnData } from '#test/support/own-data.ts'
import { addTaker } from '#test/support/taking.ts'

let where: OwnDataScene

beforeAll(async () => {
  where = await startOwnData()
})
afterAll(() => where.server.close())

describe('one’s own name and contact', () => {
  test('are corrected where the session reaches them, and the manager sees it', async () => {
    const { token, userId, membershipId } = await addTaker(where.server, where.cast.anadolu)
    await where.verify(userId)
    await where.prove(token, mailOf(userId))
    const body = { name: 'Şükriye İğneci', phone: '0532 111 22 33' }
    const { answer } = await request(where.server.url, updateOwnProfile, { token, body })
    expect(answer).toEqual({ ...body, email: mailOf(userId), pendingEmail: null })
    const params = { clientId: where.cast.anadolu, membershipId }
    const seen = await request(where.server.url, getPerson, { token: where.cast.manager.token, params })
    expect(seen.answer).toMatchObject(body)
    const entry = await where.db
      .selectFrom('audit_entries')
      .select(['client_id', 'details'])
      .where('subject_id', '=', userId)
      .where('action', '=', 'own_profile_changed')
      .executeTakeFirst()
    expect(entry).toEqual({ client_id: where.cast.anadolu, details: { fields: ['name', 'phone'] } })
  })

  test('keep the account’s name where another client or a password has it', async () => {
    const own = await where.account('Eski Ad')
    const token = await openSession(where.db, {
      userId: own.userId,
      invitationClientId: where.cast.anadolu,
      remembered: false,
    })
    await where.prove(token, own.email)
    await request(where.server.url, updateOwnProfile, { token, body: { name: 'Yeni Ad' } })
    const { name } = await where.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', own.userId)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Eski Ad')
    expect((await where.read(token)).answer.clients[0]?.name).toBe('Yeni Ad')
  })

  test('take a new address once its code was entered, and nobody else’s', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    await where.verify(userId)
    await where.prove(token, mailOf(userId))
    const put = (email: string) => request(where.server.url, updateOwnProfile, { token, body: { email } })
    const enter = async (email: string) =>
      request(where.server.url, confirmOwnAddress, { token, body: { code: await where.mailedCode(email) } })
    const fresh = `new-${mailOf(userId)}`
    expect((await put(fresh)).answer).toMatchObject({ email: mailOf(userId), pendingEmail: fresh })
    // The address that somebody else has begun to enter stays theirs.
    const other = await addTaker(where.server, where.cast.anadolu)
    await where.verify(other.userId)
    await where.prove(other.token, mailOf(other.userId))
    const body = { phone: '0532 444 55 66' }
    const { answer } = await request(where.server.url, updateOwnProfile, { token: other.token, body })
    expect(answer.pendingEmail).toBeNull()
    expect((await enter(fresh)).answer).toMatchObject({ email: fresh, pendingEmail: null })
    await where.server.runJobs()
    const told = await where.db
      .selectFrom('demo_mails')
      .select('kind')
      .where('recipient', '=', mailOf(userId))
      .where('kind', '=', 'email_changed')
      .execute()
    expect(told).toHaveLength(1)
    expect((await put(where.cast.manager.email)).status).toBe(200)
    const taken = await enter(where.cast.manager.email)
    expect([taken.status, taken.code]).toEqual([400, 'invalid_request'])
  })
})
