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
])('reads %s', (_, text, rows) => expect(readCsv(text).map(({ cells }) => cells)).toEqual(rows))

test.each(['\n', '\r\n', '\r'])('rows have the line that they begin on, with line ends %j', (end) => {
  const text = ['id,a', '', '"x', '', 'y","z', '"', '1,2', ',', '3,4'].join(end)
  expect(readCsv(text)).toEqual([
    { line: 1, cells: ['id', 'a'] },
    { line: 3, cells: [`x${end}${end}y`, `z${end}`] },
    { line: 7, cells: ['1', '2'] },
    { line: 9, cells: ['3', '4'] },
  ])
})

test('quotation marks within a cell belong to it', () => {
  expect(readCsv('a,12" pipe\n"b""c","d" e')).toEqual([
    { line: 1, cells: ['a', '12" pipe'] },
    { line: 2, cells: ['b"c', '"d" e'] },
  ])
})

test('a quote that is never closed is refused with its row’s line', () => {
  expect(() => readCsv('id,a\r\n"x\r\ny",1\r\n"x,2\r\n')).toThrow('line 4: a quotation mark is never closed')
})

test('more cells than asked for are refused', () => {
  expect(readCsv('a,b\n1,2', 4)).toHaveLength(2)
  expect(() => readCsv('a,b\n1,2\n3,4', 4)).toThrow('line 3: there are more than 4 cells')
})
