import { describe, expect, test } from 'vitest'
import { readCamt as readStatement } from './camt.ts'
import { nothingLeftOut } from './statement.ts'

const readCamt = (xml: string) => readStatement(xml).transfers

const statement = (entries: string, version = '02') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>TR310009900000123456789012</IBAN></Id><Ccy>TRY</Ccy></Acct>${entries}</Stmt>
</BkToCstmrStmt></Document>`

const entry = (
  parts: Partial<Record<'amount' | 'sign' | 'state' | 'day' | 'more' | 'details', string>> = {},
) =>
  `<Ntry>${parts.amount ?? '<Amt Ccy="TRY">6120.00</Amt>'}<CdtDbtInd>${parts.sign ?? 'CRDT'}</CdtDbtInd>
  ${parts.more ?? ''}<Sts>${parts.state ?? 'BOOK'}</Sts><BookgDt>${parts.day ?? '<Dt>2026-11-20</Dt>'}</BookgDt>
  <AcctSvcrRef>REF1</AcctSvcrRef><NtryDtls>${
    parts.details ??
    `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
     <RltdPties><Dbtr><Nm>ANADOLU GIDA SAN. VE TİC. A.Ş.</Nm></Dbtr></RltdPties>
     <RmtInf><Ustrd>TRZ 8K4M</Ustrd><Ustrd>2Q7 kota</Ustrd></RmtInf></TxDtls>`
  }</NtryDtls></Ntry>`

test('an incoming transfer is read with its account, day, sender, description and number', () => {
  expect(readCamt(statement(entry()))).toEqual([
    {
      account: 'TR310009900000123456789012',
      bookedOn: '2026-11-20',
      amountKurus: 612_000,
      sender: 'ANADOLU GIDA SAN. VE TİC. A.Ş.',
      description: 'TRZ 8K4M 2Q7 kota',
      entryRef: 'REF1',
    },
  ])
})

test('later versions put parties and states one level deeper; prefixes and CDATA change nothing', () => {
  const details = `<TxDtls><RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr></RltdPties>
    <RmtInf><Ustrd><![CDATA[a < b]]></Ustrd></RmtInf></TxDtls>`
  const later = statement(entry({ state: '<Cd>BOOK</Cd>', details }), '08')
  const prefixed = later.replace('xmlns=', 'xmlns:n=').replace(/<(\/?)(?=[A-Z])(?!\/?!)/g, '<$1n:')
  for (const xml of [later, prefixed])
    expect(readCamt(xml)).toMatchObject([{ sender: 'Ada', description: 'a < b' }])
})

const euro = '<Amt Ccy="EUR">6120.00</Amt>'
const reversal = '<RvslInd>true</RvslInd>'

test.each([
  ['what went out', 'outgoing', { sign: 'DBIT' }],
  ['what went out in another currency', 'outgoing', { sign: 'DBIT', amount: euro }],
  ['what is to go out', 'outgoing', { sign: 'DBIT', state: 'PDNG' }],
  ['another currency', 'currency', { amount: euro }],
  ['another currency that is not booked', 'currency', { amount: euro, state: 'PDNG' }],
  ['an amount without a currency', 'currency', { amount: '<Amt>6120.00</Amt>' }],
  ['no amount element', 'currency', { amount: '' }],
  ['what is not booked', 'not_booked', { state: 'PDNG' }],
  ['what is only announced, in a later version', 'not_booked', { state: '<Cd>INFO</Cd>' }],
  ['an own transfer that came back', 'reversal', { more: reversal }],
  ['a transfer that was taken back', 'reversal', { more: '<RvslInd> 1 </RvslInd>', sign: 'DBIT' }],
  ['nothing', 'no_amount', { amount: '<Amt Ccy="TRY">0.00</Amt>' }],
  ['nothing with a sign', 'no_amount', { amount: '<Amt Ccy="TRY">-0</Amt>' }],
  ['nothing without a day', 'no_amount', { amount: '<Amt Ccy="TRY">.0</Amt>', day: '' }],
  ['an entry without a direction', 'unclear_direction', { sign: '' }],
] as const)('%s is left out as %s', (_, reason, parts) => {
  expect(readStatement(statement(entry(parts)))).toEqual({
    transfers: [],
    leftOut: { ...nothingLeftOut, [reason]: 1 },
    faults: [],
  })
})

test('what is left out is counted over all statements of a file, beside what is kept', () => {
  const stmt = (entries: string) => `<Stmt><Acct><Id><IBAN>TR2</IBAN></Id></Acct>${entries}</Stmt>`
  const own = entry() + entry({ sign: 'DBIT' }) + entry({ amount: euro })
  const xml = statement(own).replace(
    '</BkToCstmrStmt>',
    `${stmt(entry({ amount: euro }).repeat(3))}${stmt(entry({ state: 'PDNG' }))}${stmt('')}</BkToCstmrStmt>`,
  )
  const { transfers, leftOut } = readStatement(xml)
  expect(transfers.map(({ account }) => account)).toEqual(['TR310009900000123456789012'])
  expect(leftOut).toEqual({ ...nothingLeftOut, outgoing: 1, currency: 4, not_booked: 1 })
})

test('a statement without entries leaves nothing out', () => {
  expect(readStatement(statement(''))).toEqual({ transfers: [], leftOut: nothingLeftOut, faults: [] })
})

test.each([
  ['6120', 612_000],
  ['6120.5', 612_050],
  ['0.01', 1],
  ['90071992547.09', 9_007_199_254_709],
  ['1.100', 110],
  ['+1.5', 150],
  ['.5', 50],
  ['5.', 500],
  ['0000000000000000007.10000', 710],
  [' \n1.5\t', 150],
])('%s is %i kuruş', (amount, kurus) => {
  const [one] = readCamt(statement(entry({ amount: `<Amt Ccy="TRY">${amount}</Amt>` })))
  expect(one?.amountKurus).toBe(kurus)
})

test('a moment in UTC is of the day it was in Turkey, one with an offset of the day the bank wrote', () => {
  const days = ['2026-11-20T22:30:00Z', '2026-11-20T22:30:00+03:00'].map(
    (at) => readCamt(statement(entry({ day: `<DtTm>${at}</DtTm>` })))[0]?.bookedOn,
  )
  expect(days).toEqual(['2026-11-21', '2026-11-20'])
})

const part = (amount: string, text: string, more = '') =>
  `<TxDtls>${more}<AmtDtls><TxAmt><Amt Ccy="TRY">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

test('a collected booking is taken apart where its parts add up to it', () => {
  const amounts = (details: string) =>
    readCamt(statement(entry({ details }))).map((one) => [one.amountKurus, one.description])
  expect(amounts(part('6000.00', 'a') + part('120.00', 'b'))).toEqual([
    [600_000, 'a'],
    [12_000, 'b'],
  ])
  expect(amounts(part('6000.00', 'a') + part('130.00', 'b'))).toEqual([[612_000, 'a b']])
  expect(amounts(part('6000.00', 'a') + part('120.00', 'b', '<CdtDbtInd>DBIT</CdtDbtInd>'))).toEqual([
    [612_000, 'a b'],
  ])
})

const tries = (amount: string) => ({ amount: `<Amt Ccy="TRY">${amount}</Amt>` })

test.each<[string, Parameters<typeof entry>[0], 'amount' | 'day', string]>([
  ...['1.234,00', '.', '+', '', '1,5', '1e3', '--1', '+-1', '-1', '1 5', '1.005'].map(
    (amount): [string, ReturnType<typeof tries>, 'amount', string] => [
      `the amount "${amount}"`,
      tries(amount),
      'amount',
      amount,
    ],
  ),
  ['a day that is none', { day: '<Dt>2026-02-30</Dt>' }, 'day', '2026-02-30'],
  ['no day', { day: '' }, 'day', ''],
])('%s is a fault with its place, and the entries around it are read', (_, parts, code, text) => {
  const xml = statement(entry() + entry(parts) + entry())
  const { transfers, faults } = readStatement(xml)
  expect([transfers.length, faults]).toEqual([2, [expect.objectContaining({ code, text })]])
  const [{ line, column } = { line: 0, column: 0 }] = faults
  const from = xml.split('\n')[line - 1]?.slice(column - 1) ?? ''
  expect(from.startsWith(code === 'day' && text === '' ? '<Amt' : `${text}<`)).toBe(true)
})

describe('refused is', () => {
  const bomb = `<!DOCTYPE Document [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]>${statement(entry()).slice(39)}`
  const file = `<!DOCTYPE Document [<!ENTITY a SYSTEM "file:///etc/passwd">]>${statement(entry()).slice(39)}`
  test.each<[string, string, string]>([
    ['a document with entities of its own', bomb, 'document type'],
    ['a document that names a file', file, 'document type'],
    ['an entity that nobody declared', statement(entry({ details: '&xxe;' })), 'entity'],
    ['XML that breaks off', statement(entry()).slice(0, -5), 'unclosed'],
    ['another message', '<Document><BkToCstmrDbtCdtNtfctn/></Document>', 'no statement'],
    ['nothing', '', 'root'],
  ])('%s', (_, xml, message) => {
    expect(() => readCamt(xml)).toThrow(
      expect.objectContaining({ name: 'StatementError', message: expect.stringContaining(message) }),
    )
  })
})
