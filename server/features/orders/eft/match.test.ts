import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReference } from '#contract/transferReference.ts'
import { type AwaitedOrder, fitTransfers, likeness } from './match.ts'

const reference = (seed: number) => makeReference([seed, seed >> 5, 3, 4, 5, 6])
const order = (seed: number, more: Partial<AwaitedOrder> = {}): AwaitedOrder => ({
  id: String(seed),
  number: `TRZ-2026-${String(seed).padStart(4, '0')}`,
  reference: reference(seed),
  totalKurus: 612_000,
  pending: true,
  names: ['Anadolu Gıda Sanayi ve Ticaret A.Ş.'],
  ...more,
})
const transfer = (description: string, amountKurus = 612_000, sender = '') => ({
  description,
  amountKurus,
  sender,
})
const told = (transfers: ReturnType<typeof transfer>[], orders: AwaitedOrder[]) =>
  fitTransfers(transfers, orders).map(({ fit, why, order: found }) => [fit, why, found?.id])

test('reference and amount make a match, however the reference is written', () => {
  const written = [...reference(1)].join(' ').toLowerCase()
  expect(told([transfer(`KOTA ${written}`)], [order(2), order(1)])).toEqual([['matched', 'reference', '1']])
})

test('the number of a pending order proposes it; a reference says more', () => {
  expect(told([transfer('TRZ 2026-0002 ödemesi', 1)], [order(1), order(2)])).toEqual([
    ['proposed', 'reference', '2'],
  ])
  expect(told([transfer(`trz-2026/0002 ${reference(1)}`)], [order(1), order(2)])).toEqual([
    ['matched', 'reference', '1'],
  ])
  expect(told([transfer('TRZ-2026-0002')], [order(2, { pending: false })])).toEqual([
    ['none', 'not_pending', '2'],
  ])
})

test('the reference with another amount is only proposed', () => {
  const amounts = [611_999, 612_001]
  for (const amount of amounts)
    expect(told([transfer(reference(1), amount)], [order(1)])).toEqual([['proposed', 'reference', '1']])
})

test('who paid twice is matched once', () => {
  expect(told([transfer(reference(1)), transfer(reference(1))], [order(1)])).toEqual([
    ['matched', 'reference', '1'],
    ['proposed', 'reference', '1'],
  ])
})

test('two orders in one description are for a person to tell apart', () => {
  const both = `${reference(1)} ${reference(2)}`
  expect(told([transfer(both)], [order(1, { totalKurus: 5 }), order(2)])).toEqual([
    ['proposed', 'reference', '2'],
  ])
})

test('an order that is paid or cancelled is named, and nothing is proposed', () => {
  const sender = 'ANADOLU GIDA'
  expect(told([transfer(reference(1), 612_000, sender)], [order(1, { pending: false }), order(2)])).toEqual([
    ['none', 'not_pending', '1'],
  ])
})

test('amount and a likely sender make a proposal, each order once and the older one first', () => {
  const sender = 'ANADOLU GIDA SAN VE TIC A'
  const three = [
    transfer('', 612_000, sender),
    transfer('kota', 612_000, sender),
    transfer('', 612_000, sender),
  ]
  expect(told(three, [order(1), order(2), order(3, { totalKurus: 1 })])).toEqual([
    ['proposed', 'amount_and_sender', '1'],
    ['proposed', 'amount_and_sender', '2'],
    ['none', null, undefined],
  ])
})

test('a transfer with a reference takes its order from those that only have the amount', () => {
  const sender = 'Anadolu Gıda'
  expect(told([transfer('', 612_000, sender), transfer(reference(1))], [order(1)])).toEqual([
    ['none', null, undefined],
    ['matched', 'reference', '1'],
  ])
})

test('thousands of transfers and orders of one amount each find their own', () => {
  const count = 5000
  const made = Array.from({ length: count }, (_, at) => order(at, { reference: `TRZ${at}` }))
  const sent = Array.from({ length: count }, (_, at) => transfer(`${at}`, 612_000, 'ANADOLU GIDA'))
  let reads = 0
  const counted = made.map((one) =>
    Object.defineProperty({ ...one }, 'id', {
      get() {
        reads += 1
        return one.id
      },
    }),
  )
  const fits = fitTransfers(sent, counted)
  // Some for each transfer; with each compared to each it would be millions.
  expect(reads).toBeLessThan(20 * count)
  expect(fits.map((one) => one.order?.id)).toEqual(made.map((one) => one.id))
})

test.each([
  ['Anadolu Gıda Sanayi ve Ticaret A.Ş.', 'ANADOLU GIDA SAN.VE TIC.A.S.', 1],
  ['Anadolu Gıda Sanayi ve Ticaret A.Ş.', 'ANADOLU GI', 0.5],
  ['Ada Deniz', 'DENIZ ADA', 1],
  ['Şükrü İğneci', 'SUKRU IGNECI', 1],
  ['Ege Lojistik Ltd. Şti.', 'Anadolu Lojistik Ltd. Şti.', 0.5],
  ['Sanayi ve Ticaret A.Ş.', 'Sanayi ve Ticaret A.Ş.', 0],
  ['Ada Deniz', '', 0],
])('%s and %s are alike by %d', (a, b, share) => {
  expect([likeness(a, b), likeness(b, a)]).toEqual([share, share])
})

test('a match always has the order’s reference and amount, and no order has two', () => {
  const seeds = fc.integer({ min: 0, max: 7 })
  const amounts = fc.integer({ min: 1, max: 3 })
  const senders = fc.constantFrom('', 'Anadolu Gıda', 'Ege')
  const orders = fc
    .uniqueArray(fc.tuple(seeds, amounts, fc.boolean()), { selector: ([seed]) => seed })
    .map((all) => all.map(([seed, totalKurus, pending]) => order(seed, { totalKurus, pending })))
  const transfers = fc.array(
    fc
      .tuple(fc.array(seeds, { maxLength: 2 }), amounts, senders)
      .map(([named, amount, sender]) => transfer(named.map(reference).join(' / '), amount, sender)),
  )
  let matched = 0
  fc.assert(
    fc.property(transfers, orders, (all, known) => {
      const fits = fitTransfers(all, known)
      expect(fits).toHaveLength(all.length)
      const ids = fits.flatMap((one) => (one.fit === 'matched' ? [one.order?.id] : []))
      expect(new Set(ids).size).toBe(ids.length)
      fits.forEach(({ fit, why, order: found }, at) => {
        if (fit === 'matched') {
          matched += 1
          expect(found?.totalKurus).toBe(all[at]?.amountKurus)
          expect(all[at]?.description).toContain(found?.reference)
        }
        if (why === 'amount_and_sender') expect(found?.totalKurus).toBe(all[at]?.amountKurus)
        if (fit !== 'none') expect(found?.pending).toBe(true)
      })
    }),
    { numRuns: 2000 },
  )
  // Several hundred; none would mean that nothing was tested.
  expect(matched).toBeGreaterThan(0)
})

test('the most alike buyer is found as by comparing with each, of several the oldest order', () => {
  const names = fc
    .array(fc.constantFrom('Anadolu', 'Ana', 'Anatolia', 'Gıda', 'GIDA', 'Ada', 'Deniz', 'A.Ş.'), {
      maxLength: 3,
    })
    .map((words) => words.join(' '))
  let proposed = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names), { maxLength: 6 }), names, (buyers, sender) => {
      const orders = buyers.map((both, at) => order(at, { names: both }))
      const shares = orders.map((one) => Math.max(...one.names.map((name) => likeness(name, sender))))
      const best = Math.max(0, ...shares)
      const expected = best < 0.6 ? undefined : orders[shares.indexOf(best)]?.id
      const [fit] = fitTransfers([transfer('', 612_000, sender)], orders)
      if (expected !== undefined) proposed += 1
      expect(fit?.order?.id).toBe(expected)
    }),
    { numRuns: 2000 },
  )
  expect(proposed).toBeGreaterThan(0)
})
