import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveTransfers,
  ignoreTransfer,
  importStatement,
  listBankLines,
  listBankMappings,
  readStatementColumns,
  setBankMapping,
} from '#contract/eft.ts'
import { cancelOrder, createOrder, getOrder, type Order } from '#contract/orders.ts'
import { listQuotas } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import { setPrices } from '#test/support/bank.ts'
import { companyBilling } from '#test/support/billing.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer, testSales } from '#test/support/server.ts'
import { workbookFile } from '#test/support/workbook-file.ts'
import { nothingLeftOut } from './statement.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
  await setPrices(server.url, cast)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

/** An order of so many units, 102 TRY each. */
async function place(quantity: number): Promise<Order> {
  const { answer } = await request(server.url, createOrder, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      inventoryId: inventory(cast, 'AYT'),
      quantity,
      paymentMethod: 'eft',
      billing: companyBilling,
    },
  })
  return answer
}
const reference = (order: Order) => order.eft?.reference ?? ''

type Line = readonly [kurus: number, description: string, sender?: string]
const camt = (lines: readonly Line[], from = 0) => {
  const entries = lines.map(
    ([kurus, description, sender = 'Somebody'], at) => `<Ntry><Amt Ccy="TRY">${kurus / 100}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${from + at}</AcctSvcrRef>
    <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${sender}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${description}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>TR1</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}
const send = (file: string, bank?: string, url = server.url) =>
  request(url, importStatement, {
    token: cast.admin.token,
    ...(bank !== undefined && { query: { bank } }),
    body: new Blob([file], { type: file.startsWith('<') ? 'application/xml' : 'text/csv' }),
  })
const lines = async (search: string) => {
  const { answer } = await request(server.url, listBankLines, {
    token: cast.admin.token,
    query: { search, page_size: '100' },
  })
  return answer.results
}
const lineOf = async (search: string) => {
  const [one, ...more] = await lines(search)
  if (one === undefined || more.length > 0) throw new Error(`${more.length + 1} lines for ${search}`)
  return one
}
const approve = (
  transfers: { lineId: string; orderId: string; acceptDifference?: string }[],
  url = server.url,
) => request(url, approveTransfers, { token: cast.admin.token, body: { transfers } })
const stateOf = async (order: Order) => {
  const { answer } = await request(server.url, getOrder, {
    token: cast.manager.token,
    params: { orderId: order.id },
  })
  return [answer.paymentStatus, answer.quota, answer.invoices.count]
}
const counts = async () => {
  const { rows } = await server.database.pool.query(
    `SELECT (SELECT count(*) FROM bank_statements) AS statements, (SELECT count(*) FROM bank_statement_lines) AS lines,
       (SELECT count(*) FROM audit_entries WHERE action = 'statement_imported') AS audited`,
  )
  return rows[0]
}

test('a statement is sorted, approves nothing and changes nothing the second time', async () => {
  const [exact, short, likely] = [await place(1), await place(2), await place(7)]
  const file = camt([
    [10_200, `sorted ${reference(exact)}`],
    [20_300, `sorted ${reference(short)}`],
    [71_400, 'sorted', 'ANADOLU GIDA SAN VE TIC'],
    [5000, 'sorted rent'],
  ])
  const form = new FormData()
  form.append('file', new Blob([file], { type: 'application/xml' }), 'kasım.xml')
  const first = await fetch(`${server.url}/api/eft/statements/`, {
    method: 'POST',
    headers: { authorization: `Token ${cast.admin.token}` },
    body: form,
  })
  const answer = { matched: 1, proposed: 2, ignored: 1, alreadyKnown: 0, skipped: 0, leftOut: nothingLeftOut }
  expect(await first.json()).toEqual(answer)
  const before = await counts()
  expect((await send(file)).answer).toEqual({
    matched: 0,
    proposed: 0,
    ignored: 0,
    alreadyKnown: 4,
    skipped: 0,
    leftOut: nothingLeftOut,
  })
  expect(await counts()).toEqual(before)
  for (const order of [exact, short, likely]) expect(await stateOf(order)).toEqual(['pending', 0, 0])
  const told = (await lines('sorted')).map((one) => [one.fit, one.why, one.order?.number, one.difference])
  expect(told.sort()).toEqual(
    [
      ['matched', 'reference', exact.number, 0],
      ['none', null, undefined, null],
      ['proposed', 'amount_and_sender', likely.number, 0],
      ['proposed', 'reference', short.number, -100],
    ].sort(),
  )
})

test('a statement of which nothing is kept says why, and keeps nothing', async () => {
  const before = await counts()
  const mixed = camt(Array.from({ length: 5 }, (): Line => [100, 'left out']))
  const say = (from: string, to: string) => mixed.replaceAll(from, to)
  const csv = 'Tarih;Açıklama;Tutar;Döviz\n20.11.2026;left out;5,00;USD\n20.11.2026;left out;-5,00;TL\n'
  const xlsx = workbookFile({
    sheets: [
      {
        name: 'Kasım',
        rows: [
          ['Tarih', 'Açıklama', 'Tutar'],
          ['20.11.2026', 'left out', 0],
          ['Toplam', '', 0],
        ],
      },
    ],
  })
  const files: [Blob, Partial<typeof nothingLeftOut>][] = [
    [new Blob([say('"TRY"', '"EUR"')], { type: 'application/xml' }), { currency: 5 }],
    [new Blob([say('BOOK', 'PDNG')], { type: 'application/xml' }), { not_booked: 5 }],
    [new Blob([say('CRDT', 'DBIT')], { type: 'application/xml' }), { outgoing: 5 }],
    [new Blob([camt([])], { type: 'application/xml' }), {}],
    [new Blob([csv], { type: 'text/csv' }), { currency: 1, outgoing: 1 }],
    [new Blob([xlsx], { type: 'application/vnd.ms-excel' }), { no_amount: 1, no_day: 1 }],
  ]
  for (const [body, leftOut] of files) {
    const { answer } = await request(server.url, importStatement, { token: cast.admin.token, body })
    expect(answer).toEqual({
      matched: 0,
      proposed: 0,
      ignored: 0,
      alreadyKnown: 0,
      skipped: 0,
      leftOut: { ...nothingLeftOut, ...leftOut },
    })
  }
  expect(await counts()).toEqual(before)
})

test('two servers that import the same statement at once keep each line once', async () => {
  const file = camt(
    Array.from({ length: 40 }, (_, at): Line => [100 + (at % 2), 'at once']),
    1000,
  )
  const both = await Promise.all([send(file), send(file, undefined, second.url), send(file)])
  expect(both.map((one) => one.answer.ignored + one.answer.alreadyKnown)).toEqual([40, 40, 40])
  expect(both.reduce((sum, one) => sum + one.answer.ignored, 0)).toBe(40)
  expect(await lines('at once')).toHaveLength(40)
})

test('a longer statement adds only what is new, and transfers that are alike in all are all kept', async () => {
  const csv = (rows: number) => `Tarih;Açıklama;Tutar\n${'20.11.2026;overlap;50,00\n'.repeat(rows)}`
  expect((await send(csv(2))).answer).toMatchObject({ ignored: 2, alreadyKnown: 0 })
  expect((await send(csv(3))).answer).toMatchObject({ ignored: 1, alreadyKnown: 2 })
  expect(await lines('overlap')).toHaveLength(3)
})

test('several are approved in one call, each once, even if somebody else approves them at the same time', async () => {
  const orders = [await place(3), await place(4), await place(5)]
  await send(
    camt(
      orders.map((order): Line => [order.totalAmount, `several ${reference(order)}`]),
      2000,
    ),
  )
  const found = await lines('several')
  expect(found.map((one) => one.fit)).toEqual(['matched', 'matched', 'matched'])
  const transfers = found.map((one) => ({ lineId: one.id, orderId: one.order?.id ?? '' }))
  const both = await Promise.all([approve(transfers), approve(transfers, second.url)])
  expect(both.reduce((sum, one) => sum + one.answer.approved, 0)).toBe(3)
  const refusals = both.flatMap((one) => one.answer.refused.map((each) => each.code))
  expect(refusals).toEqual(['transfer_decided', 'transfer_decided', 'transfer_decided'])
  expect(await Promise.all(orders.map(stateOf))).toEqual(orders.map((one) => ['approved', one.quantity, 1]))
  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(answer.find((quota) => quota.inventory.code === 'AYT')?.availableQuantity).toBe(12)
  expect(await lines('several')).toMatchObject(
    found.map((one) => ({
      state: 'approved',
      decidedBy: 'admin',
      order: { id: one.order?.id },
      difference: 0,
    })),
  )
})

test('too little and too much are approved only with a reason; one that is refused keeps no other back', async () => {
  const [under, over, gone] = [await place(8), await place(9), await place(10)]
  await send(
    camt(
      [
        [under.totalAmount - 1, `differs ${reference(under)}`],
        [over.totalAmount + 1, `differs ${reference(over)}`],
        [gone.totalAmount, `differs ${reference(gone)}`],
      ],
      3000,
    ),
  )
  await request(server.url, cancelOrder, { token: cast.manager.token, params: { orderId: gone.id } })
  const found = await lines('differs')
  const lineFor = (order: Order) => found.find((one) => one.order?.id === order.id)
  expect(lineFor(gone)).toMatchObject({ fit: 'none', why: 'not_pending', order: { status: 'cancelled' } })
  const of = (order: Order, acceptDifference?: string) => ({
    lineId: lineFor(order)?.id ?? '',
    orderId: order.id,
    ...(acceptDifference !== undefined && { acceptDifference }),
  })
  const { answer } = await approve([of(under), of(gone), of(over, 'Banka masrafı')])
  expect(answer).toMatchObject({
    approved: 1,
    refused: [
      { orderId: under.id, code: 'amount_mismatch' },
      { orderId: gone.id, code: 'order_not_pending' },
    ],
  })
  expect([await stateOf(under), await stateOf(over)]).toEqual([
    ['pending', 0, 0],
    ['approved', 9, 1],
  ])
  const { rows } = await server.database.pool.query(
    `SELECT reason, details->>'amountKurus' AS amount FROM audit_entries WHERE action = 'order_approved' AND details->>'order' = $1`,
    [over.number],
  )
  expect(rows).toEqual([{ reason: 'overpaid', amount: String(over.totalAmount + 1) }])
})

test('an order that was paid twice is approved once, and the second transfer says so', async () => {
  const order = await place(11)
  const paid: Line = [order.totalAmount, `twice ${reference(order)}`]
  await send(camt([paid], 4000))
  expect((await send(camt([paid], 4001))).answer).toMatchObject({ matched: 0, proposed: 1 })
  const [one, other] = await lines('twice')
  const transfers = [one, other].map((line) => ({ lineId: line?.id ?? '', orderId: order.id }))
  expect((await approve(transfers)).answer).toMatchObject({
    approved: 1,
    refused: [{ code: 'order_not_pending' }],
  })
  expect(await stateOf(order)).toEqual(['approved', 11, 1])
  const left = (await lines('twice')).find((line) => line.state === 'open')
  expect(left).toMatchObject({ fit: 'none', why: 'not_pending', order: { status: 'approved' } })
})

test('what pays no order is set aside once, on record, and may still be approved', async () => {
  const order = await place(12)
  await send(camt([[order.totalAmount, 'aside']], 5000))
  const { id: lineId } = await lineOf('aside')
  const ignore = () =>
    request(server.url, ignoreTransfer, {
      token: cast.admin.token,
      params: { lineId },
      body: { reason: 'Kira' },
    })
  expect([(await ignore()).status, (await ignore()).code]).toEqual([204, 'transfer_decided'])
  expect(await lineOf('aside')).toMatchObject({ state: 'ignored', decidedBy: 'admin', order: null })
  const { rows } = await server.database.pool.query(
    "SELECT details->>'line' AS line FROM audit_entries WHERE action = 'transfer_ignored'",
  )
  expect(rows).toEqual([{ line: lineId }])
  expect((await approve([{ lineId, orderId: order.id }])).answer).toEqual({ approved: 1, refused: [] })
  expect(await lineOf('aside')).toMatchObject({ state: 'approved', order: { number: order.number } })
})

test('the columns of a bank are remembered; another bank’s have to be known first', async () => {
  const order = await place(13)
  const file = `Konto;Wann;Wofür;Wieviel\n1;20/11/2026;columns ${reference(order)};${order.totalAmount / 100}.00\n`
  const [guessed, unknown] = [await send(file), await send(file, 'Bank')]
  expect([guessed.code, unknown.code]).toEqual(['invalid_request', 'invalid_request'])
  expect(Object(guessed.json).message).toHaveProperty('file')
  expect(Object(unknown.json).message).toHaveProperty('bank')
  const mapping = { date: 'Wann', amount: 'Wieviel', description: 'Wofür', dayOrder: 'dmy' } as const
  for (const decimal of ['comma', 'point'] as const)
    await request(server.url, setBankMapping, {
      token: cast.admin.token,
      body: { bank: 'Bank', ...mapping, decimal },
    })
  const { answer } = await request(server.url, listBankMappings, { token: cast.admin.token })
  expect(answer).toEqual([{ bank: 'Bank', ...mapping, decimal: 'point' }])
  expect((await send(file, 'Bank')).answer).toMatchObject({ matched: 1 })
  expect(await lineOf('columns')).toMatchObject({ account: 'Bank', bookedOn: '2026-11-20' })
})

test('the columns of a file are shown with what its headings suggest, and the banks that have all of them', async () => {
  const columns = (file: string) =>
    request(server.url, readStatementColumns, {
      token: cast.admin.token,
      body: new Blob([file], { type: 'text/csv' }),
    })
  await request(server.url, setBankMapping, {
    token: cast.admin.token,
    body: { bank: 'Fit', date: 'Gün', amount: 'Para', description: 'Ne', decimal: 'comma', dayOrder: 'dmy' },
  })
  const own = 'Hesap Özeti\n\nGün;Ne;Kim;Para\n20.11.2026;Kira;Ada;5,00\n21.11.2026;Havale;;6,00\n'
  expect((await columns(own)).answer).toEqual({
    format: 'csv',
    sheets: [],
    sheet: null,
    brokenLetters: null,
    headings: ['Gün', 'Ne', 'Kim', 'Para'],
    rows: [
      ['20.11.2026', 'Kira', 'Ada', '5,00'],
      ['21.11.2026', 'Havale', '', '6,00'],
    ],
    suggested: null,
    banks: ['Fit'],
  })
  const usual = 'Hesap: 1;Dönem\n\nTARİH;Açıklama;Tutar\n2026-11-20;x;5.00\n'
  expect((await columns(usual)).answer).toMatchObject({
    headings: ['TARİH', 'Açıklama', 'Tutar'],
    suggested: {
      date: 'TARİH',
      description: 'Açıklama',
      amount: 'Tutar',
      decimal: 'point',
      dayOrder: 'ymd',
    },
    banks: [],
  })
  expect((await columns(camt([]))).answer).toMatchObject({ format: 'camt', headings: [] })
  expect((await columns('no table')).code).toBe('invalid_request')
})

test('what another statement has as well is kept, and marked', async () => {
  const file = 'Tarih;Açıklama;Tutar\n20.11.2026;renamed;50,00\n20.11.2026;renamed too;60,00\n'
  await request(server.url, setBankMapping, {
    token: cast.admin.token,
    body: {
      bank: 'Renamed',
      date: 'Tarih',
      amount: 'Tutar',
      description: 'Açıklama',
      decimal: 'comma',
      dayOrder: 'dmy',
    },
  })
  await send(file)
  expect((await lines('renamed')).map((line) => line.alike)).toEqual([false, false])
  expect((await send(file.slice(0, 47), 'Renamed')).answer).toMatchObject({ ignored: 1, alreadyKnown: 0 })
  expect((await lines('renamed')).map((line) => [line.amount, line.alike]).sort()).toEqual([
    [5000, true],
    [5000, true],
    [6000, false],
  ])
})

test('a buyer who writes the order’s number is proposed, not matched', async () => {
  const order = await place(15)
  await send(camt([[order.totalAmount, `numbered ${order.number.replaceAll('-', ' ')}`]], 7000))
  expect(await lineOf('numbered')).toMatchObject({
    fit: 'proposed',
    why: 'reference',
    order: { number: order.number },
  })
})

test('a statement of another account than ours is marked, and lines are found by how well they fit', async () => {
  const order = await place(14)
  const file = (iban: string, from: number) =>
    camt([[order.totalAmount, `account ${reference(order)}`]], from).replace('TR1', iban)
  await send(file(testSales?.iban ?? '', 6000))
  await send(file('TR330006100519786457841326', 6001))
  expect((await lines('account')).map((line) => line.otherAccount).sort()).toEqual([false, true])
  const fits = async (fit: 'matched' | 'proposed' | 'none') =>
    (
      await request(server.url, listBankLines, {
        token: cast.admin.token,
        query: { search: 'account', fit, state: 'open' },
      })
    ).answer.results.map((line) => line.fit)
  expect([await fits('matched'), await fits('proposed'), await fits('none')]).toEqual([
    ['matched'],
    ['proposed'],
    [],
  ])
})

test.each([
  ['no statement', '<html><body>502</body></html>', 'camt.053'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'camt.053'],
  ['binary', '\0\u0001\u0002', 'ne metin'],
])('a file that cannot be read is refused whole: %s', async (_, file, says) => {
  const before = await counts()
  const { code, text } = await send(file)
  expect([code, text]).toEqual(['invalid_request', expect.stringContaining(says)])
  expect(await counts()).toEqual(before)
})

test('rows that cannot be read are listed, and left out if that is agreed', async () => {
  const file = 'Tarih;Açıklama;Tutar\n20.11.2026;skipped one;5,00\n20.11.2026;x;?\n99.11.2026;x;5,00\n'
  const before = await counts()
  expect((await send(file)).json).toMatchObject({
    code: 'bad_rows',
    count: 2,
    faults: [
      { line: 3, column: 3, code: 'amount', text: '?' },
      { line: 4, column: 1, code: 'day', text: '99.11.2026' },
    ],
  })
  expect(await counts()).toEqual(before)
  const { answer } = await request(server.url, importStatement, {
    token: cast.admin.token,
    query: { skipBadRows: 'true' },
    body: new Blob([file], { type: 'text/csv' }),
  })
  expect(answer).toMatchObject({ ignored: 1, skipped: 2 })
})

test('entries of a camt.053 that cannot be read are listed, and left out if that is agreed', async () => {
  const file = camt([
    [4100, 'kept'],
    [Number.NaN, 'wrong'],
  ])
  expect((await send(file)).json).toMatchObject({
    code: 'bad_rows',
    count: 1,
    faults: [{ code: 'amount', text: 'NaN' }],
  })
  const { answer } = await request(server.url, importStatement, {
    token: cast.admin.token,
    query: { skipBadRows: 'true' },
    body: new Blob([file], { type: 'application/xml' }),
  })
  expect(answer).toMatchObject({ ignored: 1, skipped: 1 })
  expect((await send(camt([[4200, 'Yýldýz Ltd']]))).json).toMatchObject({
    code: 'broken_letters',
    text: expect.stringContaining('Yýldýz'),
  })
})

test('letters that look broken are reported before anything is kept', async () => {
  const file = 'Tarih;Açıklama;Tutar\n20.11.2026;Yýldýz Ltd;5,00\n'
  const before = await counts()
  expect((await send(file)).json).toMatchObject({ code: 'broken_letters', line: 2, text: 'Yýldýz' })
  expect(await counts()).toEqual(before)
  const { answer } = await request(server.url, importStatement, {
    token: cast.admin.token,
    query: { acceptLetters: 'true' },
    body: new Blob([file], { type: 'text/csv' }),
  })
  expect(answer).toMatchObject({ ignored: 1 })
})

test('a workbook is imported by the sheet that is chosen, else the first that is shown', async () => {
  const heading = ['Tarih', 'Açıklama', 'Tutar']
  const file = workbookFile({
    sheets: [
      { name: 'Gizli', state: 'hidden', rows: [heading, ['20.11.2026', 'hidden sheet', 9]] },
      { name: 'Kapak', rows: [] },
      { name: 'Ekim', rows: [['Hesap'], heading, ['20.10.2026', 'workbook October', 1234.5]] },
      { name: 'Kasım', rows: [heading, ['20.11.2026', 'workbook November', 7]] },
    ],
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const body = new Blob([file], { type })
  const { answer: columns } = await request(server.url, readStatementColumns, {
    token: cast.admin.token,
    body,
  })
  expect(columns).toMatchObject({
    format: 'xlsx',
    sheets: ['Kapak', 'Ekim', 'Kasım'],
    sheet: 'Ekim',
    headings: heading,
    rows: [['20.10.2026', 'workbook October', '1234.5']],
  })
  await request(server.url, importStatement, { token: cast.admin.token, body })
  expect(await lineOf('workbook October')).toMatchObject({ amount: 123_450, bookedOn: '2026-10-20' })
  const november = { token: cast.admin.token, query: { sheet: 'Kasım' }, body }
  expect((await request(server.url, importStatement, november)).answer).toMatchObject({ ignored: 1 })
  expect(await lineOf('workbook November')).toMatchObject({ amount: 700 })
  expect(await lines('hidden sheet')).toEqual([])
  const gone = { token: cast.admin.token, query: { sheet: 'Gizli' }, body }
  expect((await request(server.url, importStatement, gone)).code).toBe('invalid_request')
})
