import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import expected from '#test/fixtures/analysis/expected.json' with { type: 'json' }
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-analysis-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  const isText = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(path, isText ? content : JSON.stringify(content))
  return path
}
const made = (name: string) => new URL(`../../test/fixtures/analysis/${name}`, import.meta.url).pathname

const likert = {
  kind: 'likert',
  min: 1,
  max: 5,
  reverse: ['a2', 'b3'],
  scales: { A: ['a1', 'a2', 'a3', 'a4', 'a5'], B: ['b1', 'b2', 'b3'] },
}
const analyse = (csv: string, spec: object, ...more: string[]) =>
  run(['analyse', '--responses', csv, '--spec', file('spec.json', spec), ...more])

/** The same names in the same order, and numbers to 1e-6, but omega to .005; `extra` names what R wasn't asked. */
function equal(found: unknown, of: unknown, place = ''): void {
  if (typeof of === 'number') {
    const allowed = place.endsWith('omega_total') ? 0.005 : 1e-6
    expect(Math.abs(Number(found) - of), `${place}: ${found} for ${of}`).toBeLessThan(allowed)
    return
  }
  if (typeof of !== 'object' || of === null) {
    expect(found, place).toBe(of)
    return
  }
  expect(Object.keys(Object(found)), place).toEqual(Object.keys(of))
  for (const [key, value] of Object.entries(of)) equal(Object(found)[key], value, `${place}.${key}`)
}
const without = (value: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

describe('equals R and prints the names that are documented:', () => {
  test('analyse, of Likert scales', async () => {
    const scales = Object.entries(expected.likert).map(([name, scale]) => {
      const items = scale.items.map((item) => without(item, 'lower', 'upper'))
      return [name, { ...without(scale, 'interval'), items }]
    })
    equal(await analyse(made('likert.csv'), likert), { scales: Object.fromEntries(scales) })
  })
  test('analyse, of a key and of 0 and 1', async () => {
    const spec = { kind: 'keyed', key: expected.key }
    equal(await analyse(made('keyed.csv'), spec), expected.keyed)
    const [head = '', ...rows] = readFileSync(made('keyed.csv'), 'utf8').trim().split('\n')
    const key = Object.values<string>(expected.key)
    const right = rows.map((row) =>
      row.split(',').map((cell, i) => (i === 0 ? cell : cell === key[i - 1] ? 1 : 0)),
    )
    const scored = { ...expected.keyed, items: expected.keyed.items.map((item) => without(item, 'options')) }
    equal(await analyse(file('scored.csv', [head, ...right].join('\n')), { kind: 'scored' }), scored)
  })
  test('quality, with and without times', async () => {
    const wanted = ['--responses', made('likert.csv'), '--spec', file('spec.json', likert)]
    const timed = Object(await run(['quality', ...wanted, '--times', made('times.csv')]))
    expect(timed.persons).toHaveLength(expected.quality.length)
    for (const [i, one] of expected.quality.entries()) {
      const { mahalanobis_d2, irv, reasons, even_odd_consistency, ...found } = timed.persons[i]
      const { mahalanobis_d2: distance, irv: spread, ...of } = one
      equal({ ...found, irv, mahalanobis_d2 }, { ...of, irv: spread, mahalanobis_d2: distance })
      if (distance === null) expect(reasons.mahalanobis_d2).toBe('missing_answers')
      else
        expect(Object.keys(timed.persons[i])).toEqual([
          'respondent',
          'longstring',
          'irv',
          'even_odd_consistency',
          'mahalanobis_d2',
          'rte',
          ...(reasons === undefined ? [] : ['reasons']),
        ])
    }
    const { persons } = Object(await run(['quality', ...wanted]))
    expect(Object.keys(persons[0])).not.toContain('rte')
  })
  test('dif', async () => {
    const groups = ['--group', 'group', '--reference', 'ref', '--focal', 'foc']
    equal(await run(['dif', '--responses', made('dif.csv'), ...groups]), { items: expected.dif })
    expect(expected.dif.map(({ ets_class }) => ets_class)).toContain('C')
  })
})

describe('a file', () => {
  test('is read the same in pieces of any kind: quotes, Windows line ends, a mark of order, empty lines', async () => {
    const spec = { kind: 'scored', items: ['b', 'c'] }
    const rows = Array.from({ length: 40_000 }, (_, i) => [
      `"p\r\n${i}"`,
      i % 3 ? 1 : 0,
      i % 2,
      '"a ""note"""',
    ])
    const csv = (separator: string, end: string) =>
      `\ufeff${['id', 'b', 'c', 'other'].join(separator)}${end}${end}${rows.map((row) => row.join(separator)).join(end)}`
    const plain = rows.map(([, b, c]) => `x,${b},${c}`).join('\n')
    const found = await analyse(file('plain.csv', `id,b,c\n${plain}`), spec)
    expect(found).toMatchObject({ n: 40_000, k: 2, mean: expect.closeTo(2 / 3 + 0.5, 3) })
    expect(await analyse(file('quoted.csv', csv(';', '\r\n')), spec)).toEqual(found)
    expect(await analyse(file('tabs.csv', csv('\t', '\n')), spec)).toEqual(found)
    const wide = new Uint8Array(Buffer.from(csv(',', '\n'), 'utf16le'))
    expect(await analyse(file('wide.csv', wide), spec)).toEqual(found)
  })
  test('leaves a blank for wrong in a test and out of a scale, and says why a figure is missing', async () => {
    const test = await analyse(file('r.csv', 'id,a,b,c\n1,1,,1\n2,0,#omitted,1\n3,1,1,1\n4,1,0,1\n'), {
      kind: 'scored',
    })
    expect(test).toMatchObject({
      n: 4,
      mean: 2,
      items: [{ p: 0.75 }, { p: 0.25 }, { p: 1, point_biserial_rest: null }],
    })
    expect(Object(test).items[2].reasons).toMatchObject({ point_biserial_rest: 'everybody_right' })
    const scale = await analyse(file('r.csv', 'id,a,b\n1,1,\n2,2,2\n'), {
      ...likert,
      reverse: [],
      scales: { S: ['a', 'b'] },
    })
    expect(Object(scale).scales.S).toMatchObject({
      n: 1,
      raw_alpha: null,
      reasons: { raw_alpha: 'too_few_people' },
    })
  })
  test('of times is in seconds, or in milliseconds where they are that large', async () => {
    const responses = file('r.csv', 'id,a1,a2\n1,1,2\n2,2,3\n3,3,5\n4,1,1\n')
    const spec = file('s.json', { ...likert, reverse: [], scales: { A: ['a1', 'a2'] } })
    const rte = async (times: string) => {
      const { persons } = Object(
        await run(['quality', '--responses', responses, '--spec', spec, '--times', file('t.csv', times)]),
      )
      return persons.map((one: { rte: number }) => one.rte)
    }
    // 10 % of item 1's mean of 160 s is 16 s, so 10 s count; of item 2's mean of 5.05 s, 0.505 s.
    expect(await rte('id,a2,a1\n4,10,10\n3,10,9.9\n2,0.2,620\nx,5,5\n')).toEqual([null, 0.5, 0.5, 1])
    expect(await rte('id,a2,a1\n4,10000,10000\n3,10000,9900\n2,200,620000\n')).toEqual([null, 0.5, 0.5, 1])
    await expect(rte('id,a1,a2\n1,fast,2\n')).rejects.toThrow(
      't.csv: line 2, a1: "fast" is no time in seconds',
    )
  })
})

describe('is refused in a sentence:', () => {
  const scored = { kind: 'scored' }
  test.each([
    ['an answer', 'id,a\nx,1\ny,2\n', scored, 'line 3: y, a: "2" is no 0 or 1'],
    [
      'an answer out of its range',
      'id,a1\nx,6\n',
      { ...likert, reverse: [], scales: { A: ['a1'] } },
      'line 2: x, a1: "6" is no number from 1 to 5',
    ],
    [
      'a row of another length',
      'id,a,b\nx,1\n',
      scored,
      'line 2, column 3: the row has 2 cells, the head row has 3',
    ],
    ['an open mark', 'id,a\n"x,1\ny,1\n', scored, 'line 2, column 1: a quotation mark is never closed: "x,1'],
    ['a missing item', 'id,a\nx,1\n', { kind: 'scored', items: ['a', 'b'] }, 'there is no column b'],
    ['a column twice', 'id,a,a\nx,1,1\n', scored, 'the column a exists twice'],
    ['a file of nothing', '', scored, 'is empty'],
    ['a file without items', 'id\nx\n', scored, 'there are no items'],
    ['another kind', 'id,a\nx,1\n', { kind: 'rasch' }, 'spec.json: kind:'],
    ['a key without items', 'id,a\nx,1\n', { kind: 'keyed', key: {} }, 'there are no items'],
    [
      'too many different answers',
      `id,a\n${Array.from({ length: 251 }, (_, i) => `x,${i}`).join('\n')}`,
      { kind: 'keyed', key: { a: 1 } },
      'a has more than 250 different answers',
    ],
  ])('%s', async (_, csv, spec, words) => {
    await expect(analyse(file('r.csv', csv), spec)).rejects.toThrow(words)
  })
  test('what is no text of ours', async () => {
    await expect(
      analyse(file('r.csv', Uint8Array.of(0x69, 0x2c, 0x61, 0x0a, 0xfe, 0x2c, 0x31)), scored),
    ).rejects.toThrow('is not UTF-8')
    await expect(analyse('/nowhere.csv', scored)).rejects.toThrow('/nowhere.csv: cannot be read')
    await expect(analyse('/dev/zero', scored)).rejects.toThrow('/dev/zero: a row is longer than 16 MiB')
  })
  test('groups that are not there', async () => {
    const dif = (group: string, reference: string, focal: string) =>
      run([
        'dif',
        '--responses',
        made('dif.csv'),
        '--group',
        group,
        '--reference',
        reference,
        '--focal',
        focal,
      ])
    await expect(dif('sex', 'ref', 'foc')).rejects.toThrow('dif.csv: there is no column sex')
    await expect(dif('group', 'ref', 'women')).rejects.toThrow('dif.csv: nobody has women in group')
    await expect(dif('group', 'ref', 'ref')).rejects.toThrow('--reference and --focal must be two groups.')
    await expect(run(['dif', '--responses', made('dif.csv')])).rejects.toThrow('dif needs --group.')
  })
  test('quality of what is no scale', async () => {
    const spec = file('spec.json', scored)
    await expect(run(['quality', '--responses', made('likert.csv'), '--spec', spec])).rejects.toThrow(
      'kind must be likert',
    )
  })
})

test('--skip-bad-rows lists the rows that cannot be read and analyses the others', async () => {
  const notes: string[] = []
  const spec = file('spec.json', { kind: 'scored' })
  const responses = file('bad.csv', 'id,a,b\n1,1,0\n2,1\n3,x,1\n"4,1,1\n5,0,1\n6,1,1\n')
  const found = await run(['analyse', '--responses', responses, '--spec', spec, '--skip-bad-rows'], (line) =>
    notes.push(line),
  )
  expect(found).toMatchObject({ n: 3 })
  expect(notes).toEqual([
    expect.stringContaining('line 5, column 1'),
    expect.stringContaining('line 3, column 3'),
    expect.stringContaining('line 4: 3, a: "x" is no 0 or 1'),
  ])
})
