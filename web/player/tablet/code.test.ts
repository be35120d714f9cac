import { expect, it } from 'vitest'
import { scannedCode, typedCode } from './code.ts'

it('takes twelve digits, one by one, and deletes the last', () => {
  const keys = [
    '4',
    'a',
    '0',
    'Backspace',
    '0',
    '7',
    'Enter',
    '2',
    '1',
    '8',
    '5',
    '5',
    '0',
    '1',
    '2',
    '3',
    '4',
    '9',
  ]
  expect(keys.reduce((code, key) => typedCode(code, key), '')).toBe('407218550123')
  expect(typedCode('', 'Backspace')).toBe('')
})

it('reads the code of a slip, and of no other karekod', () => {
  const texts = [
    '407218550123',
    ' 407218550123\n',
    'https://test.example/tablet?code=407218550123',
    'https://test.example/tablet/?code=407218550123',
    'https://test.example/k/407218550123',
    'https://test.example/tablet?code=40721855012',
    '4072185501230',
    '',
  ]
  expect(texts.map(scannedCode)).toEqual([...Array(4).fill('407218550123'), ...Array(4).fill(undefined)])
})
