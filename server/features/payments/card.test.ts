import { expect, test } from 'vitest'
import { testCards } from '#server/demo-bank/cards.ts'
import { readCard } from './card.ts'

const now = new Date('2026-11-25T00:00:00Z')
const good = {
  cardHolderName: ' Ada Deniz ',
  cardNumber: '5528 7900-0000 0008',
  expireMonth: '1',
  expireYear: '27',
  cvc: '123',
}
const wrongIn = (fields: object) => {
  const read = readCard({ ...good, ...fields }, now)
  return 'wrong' in read ? read.wrong : []
}

test('a card is read as people write it', () => {
  expect(readCard({ ...good, installment: '3' }, now)).toEqual({
    card: {
      holderName: 'Ada Deniz',
      number: '5528790000000008',
      expireMonth: '01',
      expireYear: '2027',
      cvc: '123',
    },
    installment: 3,
  })
})

test('each field that cannot be right is named, and nothing of what was typed', () => {
  expect(wrongIn({ cardNumber: '5528790000000009' })).toEqual(['cardNumber'])
  expect(wrongIn({ cardNumber: '5528', cvc: '12' })).toEqual(['cardNumber', 'cvc'])
  expect(wrongIn({ expireMonth: '13', cardHolderName: '' })).toEqual(['cardHolderName', 'expireMonth'])
  expect(wrongIn({ expireMonth: '10', expireYear: '2026' })).toEqual(['expireMonth', 'expireYear'])
  expect(wrongIn({ expireMonth: '11', expireYear: '2026' })).toEqual([])
  expect(wrongIn({ expireYear: '1999' })).toEqual(['expireYear'])
  for (const body of [undefined, null, {}, 'x']) expect(readCard(body, now)).toHaveProperty('wrong')
})

test('the sandbox’s cards are card numbers', () => {
  for (const { number } of testCards) expect([number, wrongIn({ cardNumber: number })]).toEqual([number, []])
})
