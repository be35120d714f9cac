import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMagicLink, openSlipCode } from '#contract/auth.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import { maxSlipsAtOnce, nextSlips, slipsPdf } from '#contract/slips.ts'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addWaiting, namesOn, readSlip } from '#test/support/slips.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const asked = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })
const add = async (
  name: string,
  more: { email?: string; staffNumber?: string; group?: string; tests?: number; locale?: 'en' },
) => {
  const { tests = 1, ...rest } = more
  const { answer } = await request(server.url, invitePerson, {
    ...asked(),
    body: {
      name,
      ...rest,
      inventoryIds: tests === 0 ? [] : [inventory(cast, 'ENGLISH')],
      dueDate: '2999-12-31',
    },
  })
  return answer.membershipId ?? ''
}

test('a slip says from when its tests can be started, and in which order', async () => {
  const { answer } = await request(server.url, invitePerson, {
    ...asked(),
    body: {
      name: 'Sıralı Kişi',
      staffNumber: 'S-9',
      inventoryIds: [inventory(cast, 'MYT'), inventory(cast, 'ENGLISH')],
      dueDate: '2999-12-31',
      opensAt: '2999-12-01T09:00',
      inOrder: { pauseMinutes: 10 },
      locale: 'tr',
    },
  })
  const { bytes } = await request(server.url, slipsPdf, {
    ...asked(),
    body: { membershipIds: [answer.membershipId ?? ''] },
  })
  const text = (await pdfText(bytes)).replace(/\s+/g, ' ')
  expect(text).toContain('Açılış: 01.12.2999 09:00 · Son gün: 31 Aralık 2999')
  expect(text).toContain('bu sırayla çözün')
  expect(text.indexOf('İngilizce')).toBeGreaterThan(text.indexOf('MYT'))
})

test('slips hold a link of their own for everybody who has something to do, each in its own language', async () => {
  const ids = [
    await add('Hasan Yıldız', { staffNumber: 'S-1', group: 'Paketleme' }),
    await add('Grace Hopper', { staffNumber: 'S-2', locale: 'en' }),
    await add('Adresli Kişi', { email: 'adresli@example.test' }),
    await add('Testsiz Kişi', { staffNumber: 'S-3', tests: 0 }),
  ]
  const { bytes, status } = await request(server.url, slipsPdf, {
    ...asked(),
    body: { membershipIds: ids, withoutEmail: true },
  })
  expect(status).toBe(200)
  expect((await pdfInfo(bytes)).get('Pages')).toBe('1')
  const text = await pdfText(bytes)
  for (const words of [
    'Hasan Yıldız',
    'Grace Hopper',
    'Sicil no S-1 · Paketleme',
    'Staff no. S-2',
    'Son gün: 31 Aralık 2999',
    'Due date: Tuesday, 31 December',
  ])
    expect(text).toContain(words)
  for (const words of ['Adresli Kişi', 'Testsiz Kişi']) expect(text).not.toContain(words)
  const nobody = await request(server.url, slipsPdf, { ...asked(), body: { membershipIds: ids.slice(3) } })
  expect(nobody.code).toBe('nothing_to_open')
  expect((await request(server.url, slipsPdf, { ...asked(), body: {} })).status).toBe(400)
  const one = await request(server.url, slipsPdf, { ...asked(), body: { membershipIds: ids.slice(0, 1) } })
  const [uid = '', token = ''] =
    /magic-link\/([\w-]+)\/([\w-]+)/.exec((await pdfText(one.bytes)).replace(/\s+/g, ''))?.slice(1, 3) ?? []
  // The text after the address follows without a space, because all spaces are removed.
  const opened = await request(server.url, openMagicLink, { params: { uid, token: token.slice(0, 43) } })
  expect(opened.answer.user.name).toBe('Hasan Yıldız')
  for (const [at, person] of ['Hasan Yıldız', 'Grace Hopper'].entries()) {
    const body = { membershipIds: ids.slice(at, at + 1) }
    const { address, code } = await readSlip(
      (await request(server.url, slipsPdf, { ...asked(), body })).bytes,
    )
    expect(address).toBe('127.0.0.1:3000/k')
    const typed = await request(server.url, openSlipCode, { body: { code } })
    expect(typed.answer.user.name).toBe(person)
  }
})

test('more people than fit in a file come in several files, each of them once and by name', async () => {
  const clientId = await addWaiting(server.database.db, inventory(cast, 'ENGLISH'), maxSlipsAtOnce + 7)
  const file = async (after?: string) => {
    const body = { filter: { role: 'employee' as const }, ...(after && { after }) }
    const sent = { token: cast.admin.token, params: { clientId }, body }
    const { bytes, status, headers } = await request(server.url, slipsPdf, sent)
    expect(status).toBe(200)
    return { names: await namesOn(bytes), next: headers.get(nextSlips) }
  }
  const first = await file()
  expect([first.names.length, first.names[0], first.names.at(-1)]).toEqual([40, 'Kişi 0001', 'Kişi 0040'])
  const second = await file(first.next ?? undefined)
  expect([second.names.length, second.names[0], second.next]).toEqual([7, 'Kişi 0041', null])
})

test('a slip that is printed again is the same one, until its link is replaced or over', async () => {
  const { db } = server.database
  const id = await add('Tekrar Basılan', { staffNumber: 'S-9' })
  const print = async () => {
    const { bytes } = await request(server.url, slipsPdf, { ...asked(), body: { membershipIds: [id] } })
    const text = (await pdfText(bytes)).replace(/\s+/g, '')
    const [, uid = '', token = ''] = /magic-link\/([\w-]+)\/([\w-]{43})/.exec(text) ?? []
    return { uid, token, code: (await readSlip(bytes)).code }
  }
  const links = async () => {
    const { rows } = await sql<{ link: string; expires_at: Date }>`
      SELECT l::text AS link, expires_at FROM one_time_links l JOIN memberships m ON m.user_id = l.user_id
      WHERE m.id = ${id} AND seed IS NOT NULL`.execute(db)
    return rows
  }
  const first = await print()
  await sql`UPDATE one_time_links SET expires_at = now() + interval '1 hour' WHERE seed IS NOT NULL`.execute(
    db,
  )
  expect(await print()).toEqual(first)
  const [link, ...others] = await links()
  // Open until the last day, which may have been put off meanwhile; and no secret of it is stored.
  expect([others.length, link?.expires_at.getFullYear()]).toEqual([0, 2999])
  for (const secret of [first.token, first.code])
    expect(link?.link).not.toMatch(new RegExp(`${secret}|${Buffer.from(secret).toString('hex')}`))
  const parts = ({ uid, token }: typeof first) => ({ params: { uid, token } })
  expect((await request(server.url, openMagicLink, parts(first))).status).toBe(200)
  expect((await request(server.url, openSlipCode, { body: { code: first.code } })).status).toBe(200)

  const replacing = {
    ...asked(),
    params: { clientId: cast.anadolu, membershipId: id },
    body: { replace: true },
  }
  expect((await request(server.url, makeInvitationLink, replacing)).status).toBe(201)
  const second = await print()
  expect([second.token === first.token, second.code === first.code]).toEqual([false, false])
  await sql`UPDATE one_time_links SET expires_at = now() WHERE seed IS NOT NULL`.execute(db)
  const third = await print()
  expect(new Set([first, second, third].map(({ token }) => token)).size).toBe(3)
  expect((await request(server.url, openMagicLink, parts(third))).status).toBe(200)
})

test('two who print for the same person at once print one link', async () => {
  const id = await add('İki Kez', { staffNumber: 'S-10' })
  const codes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { bytes } = await request(server.url, slipsPdf, { ...asked(), body: { membershipIds: [id] } })
      return (await readSlip(bytes)).code
    }),
  )
  expect(new Set(codes).size).toBe(1)
})
