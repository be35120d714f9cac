import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

test.each([
  [
    'plain lines',
    'id,a,b\n1,2,3\n4,,6\n',
    [
      ['id', 'a', 'b'],
      ['1', '2', '3'],
      ['4', '', '6'],
    ],
  ],
  [
    'Windows, without an end',
    'id;a\r\n1;2',
    [
      ['id', 'a'],
      ['1', '2'],
    ],
  ],
  [
    'a mark of order',
    '\ufeffid\ta\n1\t2\n',
    [
      ['id', 'a'],
      ['1', '2'],
    ],
  ],
  [
    'quotes',
    'id,a\n"x, ""y""\n z",2\n',
    [
      ['id', 'a'],
      ['x, "y"\n z', '2'],
    ],
  ],
  [
    'empty cells at the end',
    'id,a,b\n1,,\n',
    [
      ['id', 'a', 'b'],
      ['1', '', ''],
    ],
  ],
  [
    'empty lines',
    'id,a\n\n\r\n1,2\n\n',
    [
      ['id', 'a'],
      ['1', '2'],
    ],
  ],
  [
    'a comma within the head',
    '"a,b";c\n1;2',
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
  ],
  ['nothing', '', []],
])('reads %s', (_, text, rows) => expect(readCsv(text)).toEqual(rows))

test('a quote that is never closed is told', () => {
  expect(() => readCsv('id,a\n"x,2')).toThrow('never closed')
})
