import { expect, it } from 'vitest'
import { kurusOf, problemsOf, tiersOf } from './tiers.ts'

it.each([
  ['150', 15_000],
  ['12,5', 1250],
  ['12.50', 1250],
  ['1.250', 125_000],
  ['1.250,00 ₺', 125_000],
  ['1,250.75', 125_075],
  ['0', 0],
])('reads %s as people mean it', (typed, kurus) => {
  expect(kurusOf(typed)).toBe(kurus)
})

it.each(['', 'on lira', '-5', '1,2,3', ','])('takes %s for no price', (typed) => {
  expect(kurusOf(typed)).toBeNaN()
})

const tier = (from: string, price: string) => ({ key: from, from, price })

it('takes 0 for a price of the list alone', () => {
  expect(problemsOf([tier('1', '0')])).toEqual([{}])
  expect(problemsOf([tier('1', '0,00')], false)).toEqual([{ price: 'priceNone' }])
})

it('lets every price begin at more units than the one before', () => {
  expect(problemsOf([tier('1', '150'), tier('100', '120'), tier('50', '100'), tier('x', '')])).toEqual([
    {},
    {},
    { from: 'fromOrder' },
    { from: 'fromWrong', price: 'priceWrong' },
  ])
  expect(tiersOf([tier('', '150'), tier('1.000', '99,90')])).toEqual([
    { fromQuantity: 1, unitPriceKurus: 15_000 },
    { fromQuantity: 1000, unitPriceKurus: 9990 },
  ])
})
