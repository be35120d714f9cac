import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readSeparated, SeparatedReader, separatorOf } from './separated.ts'

const cellsOf = (text: string) => readSeparated(text).rows.map(({ cells }) => cells)

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
    'a space behind a closing mark',
    'id,a\n"x" ,2\n',
    [
      ['id', 'a'],
      ['x', '2'],
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
  ['the line by which Excel names the separator', 'sep=,\r\na,"b;c"', [['a', 'b;c']]],
  [
    'several kinds of line ends',
    'a;b\r1;2\r\n3;4\n5;6',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  [
    'protected cells',
    `a;b;c;d\n'+90 5;="00123";"=""0,5""";'=1+1`,
    [
      ['a', 'b', 'c', 'd'],
      ['+90 5', '00123', '0,5', '=1+1'],
    ],
  ],
  [
    'apostrophes of names',
    "a;b\n'Abd;O'Neill",
    [
      ['a', 'b'],
      ["'Abd", "O'Neill"],
    ],
  ],
  ['nothing', '', []],
])('reads %s', (_, text, rows) => expect(cellsOf(text)).toEqual(rows))

test.each(['\n', '\r\n', '\r'])('rows have the line that they begin on, with line ends %j', (end) => {
  const text = ['id,a', '', '"x', '', 'y","z', '"', '1,2', ',', '3,4'].join(end)
  expect(readSeparated(text).rows).toEqual([
    { line: 1, cells: ['id', 'a'] },
    { line: 3, cells: [`x${end}${end}y`, `z${end}`] },
    { line: 7, cells: ['1', '2'] },
    { line: 9, cells: ['3', '4'] },
  ])
})

test('quotation marks within a cell belong to it', () => {
  expect(cellsOf('a,12" pipe\n"b""c","d" e')).toEqual([
    ['a', '12" pipe'],
    ['b"c', '"d" e'],
  ])
})

test.each([
  ['semicolons, though every row has one decimal comma', 'Tarih;Tutar;Ad\n1.1;5,00;x\n2.1;6,00;y', ';'],
  ['semicolons below a title with commas', 'Liste, 2026, Mart, gece\nAd;E-posta\nA;a@x\nB;b@x', ';'],
  ['tabs, though names have commas', 'Ad\tE-posta\nÖz, Can\ta@x\nEr, Su\tb@x', '\t'],
  ['bars', 'Ad|E-posta\nA|a@x', '|'],
  ['commas within quoted cells too', 'Ad,E-posta\n"A;B;C",a@x\n"D;E;F",b@x', ','],
])('finds %s', (_, text, separator) => expect(separatorOf(text)).toBe(separator))

test('rows of empty cells are left out though nothing else tells the separator', () => {
  expect(readSeparated('"";""', { among: [';'] })).toEqual({ rows: [], faults: [] })
})

test('a mark that is never closed costs its own row alone', () => {
  expect(readSeparated('Ad;E-posta\nAli;a@x\n"Veli;b@x\nCan;c@x')).toEqual({
    rows: [
      { line: 1, cells: ['Ad', 'E-posta'] },
      { line: 2, cells: ['Ali', 'a@x'] },
      { line: 4, cells: ['Can', 'c@x'] },
    ],
    faults: [{ line: 3, column: 1, code: 'unclosed_quote', text: '"Veli;b@x' }],
  })
  expect(readSeparated('a;b\n"x\ny";"z\n1;2\n"3";4').faults).toEqual([
    { line: 3, column: 2, code: 'unclosed_quote', text: '"z' },
  ])
})

test('a bound of cells ends the reading', () => {
  expect(readSeparated('a,b\n1,2', { maxCells: 4 }).rows).toHaveLength(2)
  expect(() => readSeparated('a,b\n1,2', { maxCells: 3 })).toThrow('too_many_cells')
})

test('gives back all that was written with quotes, and takes everything else', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab";,\t|\r\n é'), maxLength: 6 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }), (rows) => {
      const text = rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')
      const filled = rows.filter((cells) => cells.some((one) => one !== ''))
      expect(readSeparated(text, { among: [';'] }).rows.map(({ cells }) => cells)).toEqual(filled)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab";,\t|\r\n') }), (text) => {
      const lines = text.split(/\r\n|\r|\n/).length
      for (const { line } of [...readSeparated(text).rows, ...readSeparated(text).faults])
        expect(line).toBeLessThanOrEqual(lines)
    }),
  )
})

// A reader that went over the rest again for each mark, space or row would take hours for these.
it.each(['"', '""', '"a', '"\n', '"\n""', ';"', ' ', '\n', '\r', "'", '="', ';', ',\n', 'a"\n"', '"""\n'])(
  'reads a megabyte of %j',
  (piece) => {
    const text = piece.repeat(2 ** 20 / piece.length)
    expect(readSeparated(text).rows.length).toBeLessThanOrEqual(text.length)
  },
)

describe('in pieces', () => {
  /** What a reader gives that gets pieces of these lengths, over and over. */
  const inPieces = (text: string, lengths: readonly number[]) => {
    const reader = new SeparatedReader()
    const tables = []
    for (let from = 0, i = 0; from < text.length; i += 1) {
      const length = lengths[i % lengths.length] ?? 1
      tables.push(reader.push(text.slice(from, from + length)))
      from += length
    }
    tables.push(reader.end())
    return { rows: tables.flatMap(({ rows }) => rows), faults: tables.flatMap(({ faults }) => faults) }
  }
  // Long enough that the separator is found before the end.
  const long = 'id;a;b\n'.padEnd(300 * 1024, 'x;1;2\r\n')

  test('text is read as in one, wherever they end', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab";\r\n'), maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(cell),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (cells, lengths) => {
          const quoted = cells.map(
            (text, i) => `"${text.replaceAll('"', '""')}"${i % 3 === 2 ? '\r\n' : ';'}`,
          )
          const text = `${long}\r\n${quoted.join('')}`
          const [found, whole] = [inPieces(text, [long.length, ...lengths]), readSeparated(text)]
          expect(found.rows).toHaveLength(whole.rows.length)
          expect(found.rows.slice(-8)).toEqual(whole.rows.slice(-8))
          expect(found.faults).toEqual(whole.faults)
        },
      ),
      { numRuns: 30 },
    )
  })
  test.each([
    ['the separator is named', `sep=;\n${long}`],
    ['there is a mark of order', `\ufeff${long}`],
    ['line ends are carriage returns', long.replaceAll('\r\n', '\r').replaceAll('\n', '\r')],
    ['it is short', 'a;b\n1;2'],
    ['a mark is never closed', `${long}\r\n"x;1;2\r\n${long}`],
    ['there is nothing', ''],
  ])('text is read as in one when %s', (_, text) => {
    for (const lengths of [[64 * 1024], [7, 100_000, 1]])
      expect(inPieces(text, lengths)).toEqual(readSeparated(text))
  })
  test('a row without an end is refused', () => {
    const reader = new SeparatedReader()
    const piece = 'x'.repeat(2 ** 20)
    expect(() => {
      for (let i = 0; i < 18; i += 1) reader.push(piece)
    }).toThrow('too_many_cells')
  })
  it.each(['"', '""', '"a', '"\n', '"\n""', ';"', '\n', '\r', ';', '"""\n'])(
    'two megabytes of %j are read',
    (part) => {
      const text = part.repeat(2 ** 21 / part.length)
      expect(inPieces(text, [64 * 1024]).rows.length).toBeLessThanOrEqual(text.length)
    },
  )
})
