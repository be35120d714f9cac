import { expect, it } from 'vitest'
import { scannedCode, typedCode } from './code.ts'

it('takes six digits, one by one, and deletes the last', () => {
  const keys = ['4', 'a', '0', 'Backspace', '0', '7', 'Enter', '2', '1', '8', '9']
  expect(keys.reduce(typedCode, '')).toBe('407218')
  expect(typedCode('', 'Backspace')).toBe('')
})

it('reads the code of a slip, and of no other karekod', () => {
  const texts = [
    '407218',
    ' 407218\n',
    'https://test.example/tablet?code=407218',
    'https://test.example/tablet/?code=407218',
    'https://test.example/k/407218',
    'https://test.example/tablet?code=40721',
    '4072180',
    '',
  ]
  expect(texts.map(scannedCode)).toEqual([...Array(4).fill('407218'), ...Array(4).fill(undefined)])
})
