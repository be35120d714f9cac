import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#contract/fold.ts'
import { approveOrder, createOrder } from '#contract/orders.ts'
import { inviteEmails, listCandidates } from '#contract/people.ts'
import { search, searchLimit } from '#contract/search.ts'
import { request } from '#test/support/api.ts'
import { setPrices } from '#test/support/bank.ts'
import { companyBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

const invite = (token: string, clientId: string, names: readonly string[]) =>
  request(server.url, inviteEmails, {
    token,
    params: { clientId },
    body: {
      emails: names.map((name, at) => ({ name, email: `${clientId.slice(0, 8)}.${at}@ornek.test` })),
      inventoryIds: [],
      group: 'Paketleme',
    },
  })
const find = async (token: string, q: string) =>
  (await request(server.url, search, { token, query: { q } })).answer
const names = async (token: string, q: string) => (await find(token, q)).people.map(({ name }) => name)

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const many = Array.from({ length: searchLimit + 3 }, (_, at) => `Kalabalık ${String(at).padStart(2, '0')}`)
  await invite(cast.manager.token, cast.anadolu, ['ŞÜKRÜ İĞNECİ', 'Ayşe Şükrü', 'Ayrılan Kişi', ...many])
  await invite(cast.otherManager.token, cast.ege, ['Şükrü Denizci'])
})
afterAll(() => server.close())

test('finds people on any keyboard, whose name begins so first, with what is needed to go to them', async () => {
  const { people } = await find(cast.manager.token, 'sukru')
  expect(people.map(({ name }) => name)).toEqual(['ŞÜKRÜ İĞNECİ', 'Ayşe Şükrü'])
  expect(people[0]).toMatchObject({
    type: 'candidate',
    group: 'Paketleme',
    email: expect.stringContaining('@ornek.test'),
    client: { id: cast.anadolu },
  })
  expect(await names(cast.manager.token, 'igneci şük')).toEqual(['ŞÜKRÜ İĞNECİ'])
})

test('SR-26: never shows a manager the people or the name of a client that is not theirs', async () => {
  expect(await names(cast.otherManager.token, 'sukru')).toEqual(['Şükrü Denizci'])
  expect(await find(cast.manager.token, 'denizci')).toEqual({ people: [], clients: [], orders: [] })
  const { clients } = await find(cast.admin.token, 'e')
  expect(clients).toEqual([])
  const all = await find(cast.admin.token, 'ege')
  expect(all.clients.map(({ id }) => id)).toEqual([cast.ege])
  expect((await find(cast.manager.token, 'ege')).clients).toEqual([])
})

test('finds orders by number or transfer reference, of the own clients, and not by the client’s name', async () => {
  await setPrices(server.url, cast)
  const { answer: order } = await request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity: 1,
      paymentMethod: 'eft',
      billing: companyBilling,
    },
  })
  const numbers = async (token: string, q: string) =>
    (await find(token, q)).orders.map(({ number }) => number)
  for (const q of [order.number, order.number.slice(-4), (order.eft?.reference ?? '').replaceAll(' ', '')]) {
    expect(await numbers(cast.manager.token, q)).toEqual([order.number])
    expect(await numbers(cast.admin.token, q.toLowerCase())).toEqual([order.number])
    expect(await numbers(cast.otherManager.token, q)).toEqual([])
  }
  expect(await numbers(cast.admin.token, order.client.name)).toEqual([])
  const { answer: approved } = await request(server.url, approveOrder, {
    token: cast.admin.token,
    params: { orderId: order.id },
    body: { amount: order.totalAmount, date: '2026-11-20', sender: 'Anadolu' },
  })
  const invoice = approved.invoices.list[0]?.number ?? 'none'
  expect(await numbers(cast.manager.token, invoice)).toEqual([order.number])
})

test('shows an admin everybody', async () => {
  expect((await names(cast.admin.token, 'şükrü')).sort()).toEqual(
    ['ŞÜKRÜ İĞNECİ', 'Ayşe Şükrü', 'Şükrü Denizci'].sort(),
  )
})

test('leaves out who was removed, and answers a few of many', async () => {
  expect(await names(cast.manager.token, 'kalabalik')).toHaveLength(searchLimit)
  const { db } = server.database
  const list = await request(server.url, listCandidates, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { search: 'Ayrılan' },
  })
  expect(await names(cast.manager.token, 'ayrilan')).toEqual(['Ayrılan Kişi'])
  const gone = list.answer.results[0]?.membershipId ?? ''
  await db.updateTable('memberships').set({ removed_at: new Date() }).where('id', '=', gone).execute()
  expect(await names(cast.manager.token, 'ayrilan')).toEqual([])
})

test('takes what is typed as text, not as a pattern, and one letter as nothing yet', async () => {
  expect(await names(cast.manager.token, '%%')).toEqual([])
  expect(await names(cast.manager.token, 'Kalabal_k')).toEqual([])
  expect(await find(cast.admin.token, 'ş')).toEqual({ people: [], clients: [], orders: [] })
})

test('the database folds every letter as the server folds what is typed', async () => {
  // The newest letters of Unicode are left out: a database's tables know them later.
  const letters = Array.from({ length: 0x1eff - 0x21 }, (_, at) => String.fromCodePoint(at + 0x21)).filter(
    (letter) =>
      /^[\p{L}\p{N}]$/u.test(letter) &&
      !/[\u1c80-\u1c8f]/.test(letter) &&
      /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter),
  )
  const marked = Array.from({ length: 0x70 }, (_, at) => `e${String.fromCodePoint(at + 0x300)}`)
  const words = [...letters, ...marked, 'Müñoz', 'Société', 'I\u0307ğneci', 'ŞÜKRÜ IŞIK', 'Zoe\u0308']
  const { rows } = await sql<{ folded: string }>`
    SELECT fold_text(w) AS folded FROM unnest(${words}::text[]) WITH ORDINALITY t (w, n) ORDER BY n`.execute(
    server.database.db,
  )
  const differ = words.filter((word, at) => rows[at]?.folded !== foldText(word))
  expect(differ).toEqual([])
})

test('a client with a foreign name is found by it', async () => {
  const { db } = server.database
  await db.updateTable('clients').set({ name: 'Ege Société' }).where('id', '=', cast.ege).execute()
  expect((await find(cast.admin.token, 'Société')).clients.map(({ id }) => id)).toEqual([cast.ege])
})

test('one person searches 120 times a minute', async () => {
  const { db } = server.database
  // The limit is used up in this minute and the next, because the request may fall into either.
  await sql`
    INSERT INTO throttles (key, window_start, count)
    SELECT ${`search:${cast.otherManager.userId}`}, date_trunc('minute', now()) + n * interval '1 minute', 120
    FROM generate_series(0, 1) n
    ON CONFLICT (key, window_start) DO UPDATE SET count = 120`.execute(db)
  const { token } = cast.otherManager
  const answers = [await request(server.url, search, { token, query: { q: 'sukru' } })]
  expect(answers[0]?.code).toBe('too_many_requests')
})
