import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import samples from '#test/fixtures/norms/norms.json' with { type: 'json' }
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-standards-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const csv = (name: string, ...lines: string[]) => file(name, lines.join('\n'))
const printed = async (...args: string[]) => JSON.parse(JSON.stringify(await run(args)))
const bands = (cut: number, on = 'raw') => ({
  on,
  bands: [
    { id: 'low', to: cut },
    { id: 'high', from: cut },
  ],
})

describe('norm', () => {
  const people = samples.skewed.freq.flatMap((count, raw) => Array.from({ length: count }, () => raw))
  const scores = () =>
    csv(
      'scores.csv',
      'id,language,total',
      ...people.map((raw, i) => `p${i},${i % 4 === 0 ? 'en' : 'tr'},${raw}`),
      'x1,tr,',
      'x2,tr,20.5',
      'x3,tr,41',
    )
  const spec = (more: object = {}) => file('spec.json', { scale: 'total', min: 0, max: 40, ...more })

  test('prints the smoothed table, the sample and the effect on stored results', async () => {
    const wanted = spec({
      transform: 'normalised',
      expected: { language: { tr: 0.5, en: 0.5 } },
      now: { bands: bands(25) },
      bands: bands(50, 'T'),
    })
    const found = await printed('norm', '--scores', scores(), '--spec', wanted, '--stored', scores())
    expect(found).toMatchObject({
      scale: 'total',
      left_out: { unscored: 1, between_steps: 1, outside_range: 1 },
      norm: { n: 400, provisional: false, degree: samples.skewed.best },
      reason: null,
      effect: { results: 403 },
    })
    expect(found.sample.language.groups[0]).toMatchObject({ group: 'tr', expected: 0.5, differs: true })
    expect(found.norm.table).toHaveLength(41)
    const { percentile } = samples.skewed.smoothed
    for (const [i, row] of found.norm.table.entries())
      expect(row.percentile).toBeCloseTo(percentile[i] ?? Number.NaN, 6)
    // Half of the sample is above T 50 of its own table; 25 points cut elsewhere.
    const [low, high] = found.effect.bands
    expect(low.after + high.after).toBe(402)
    expect(found.effect.changed).toBe(Math.abs(low.after - low.before))
    expect(found.effect.changed).toBeGreaterThan(0)
  })

  test('the printed figures are a norm that scales reads', async () => {
    const { norm } = await printed('norm', '--scores', scores(), '--spec', spec({ transform: 'normalised' }))
    const likert = {
      kind: 'likert',
      min: 0,
      max: 40,
      scales: { total: ['q'] },
      norms: { total: norm.figures },
    }
    const answers = csv('answers.csv', 'id,q', 'a,27')
    const scored = await printed('scales', '--responses', answers, '--spec', file('likert.json', likert))
    expect(scored.persons[0].scales.total.T).toBeCloseTo(norm.table[27].T, 12)
    expect(scored.persons[0].scales.total.percentile).toBeCloseTo(norm.table[27].percentile, 12)
  })

  test('too few people get a reason', async () => {
    const few = csv('few.csv', 'id,total', 'a,1', 'b,2')
    expect(await printed('norm', '--scores', few, '--spec', spec())).toMatchObject({
      norm: null,
      reason: 'too_few_people',
    })
    expect(await printed('norm', '--scores', few, '--spec', spec({ max: -1 }))).toMatchObject({
      norm: null,
      reason: 'bad_range',
      left_out: { unscored: null },
    })
  })

  test.each<[string, string, object, string[]]>([
    ['line 3, column 2: "x" is no number', 'id,total\na,1\nb,x', {}, []],
    ['there is no column total', 'id,score\na,1', {}, []],
    ['there is no column sex', 'id,total\na,1', { expected: { sex: { f: 1 } } }, []],
    ['degree: ', 'id,total\na,1', { degree: 9 }, []],
    [
      'a gap between low',
      'id,total\na,1',
      {
        bands: {
          on: 'raw',
          bands: [
            { id: 'low', to: 2 },
            { id: 'high', from: 3 },
          ],
        },
      },
      [],
    ],
  ])('says what is wrong: %s', async (message, text, more) => {
    const args = ['norm', '--scores', file('bad.csv', text), '--spec', spec(more)]
    await expect(run(args)).rejects.toThrow(message)
  })

  test('the effect needs the bands in use', async () => {
    const args = ['norm', '--scores', scores(), '--spec', spec(), '--stored', scores()]
    await expect(run(args)).rejects.toThrow('now: is needed with --stored')
  })
})

describe('impact', () => {
  const rows = (group: string, each: Record<string, number>) =>
    Object.entries(each).flatMap(([decision, count]) =>
      Array.from({ length: count }, (_, i) => `${group}${decision}${i},${group},${decision}`),
    )
  const decisions = () =>
    csv(
      'decisions.csv',
      'receipt,sex,decision',
      ...rows('f', { hired: 24, declined: 36, shortlisted: 5, none: 2 }),
      ...rows('m', { hired: 48, declined: 32 }),
      ...rows('x', { hired: 1, declined: 3 }),
      'y,,hired',
      'z,f,',
    )

  test('compares the hired, and leaves out open decisions', async () => {
    const found = await printed('impact', '--decisions', decisions(), '--group', 'sex')
    expect(found.left_out).toEqual({ undecided: 8, unknown_group: 1 })
    expect(found.groups).toMatchObject([
      { group: 'f', people: 60, selected: 24, rate: 0.4, verdict: 'adverse' },
      { group: 'm', people: 80, rate: 0.6, ratio: 1, verdict: 'highest' },
      { group: 'x', people: 4, selected: null, verdict: 'too_few_to_say' },
    ])
    expect(found.groups[0].ratio_interval.lower).toBeCloseTo(0.4661238363817117, 12)
  })

  test('--stage shortlisted counts both as chosen', async () => {
    const found = await printed(
      'impact',
      '--decisions',
      decisions(),
      '--group',
      'sex',
      '--stage',
      'shortlisted',
    )
    expect(found.groups[0]).toMatchObject({ people: 65, selected: 29 })
  })

  test('says what is wrong and where', async () => {
    const wrong = csv('wrong.csv', 'id,sex,decision', 'a,f,hired', 'b,f,fired')
    const of = (...more: string[]) => run(['impact', '--decisions', wrong, ...more])
    await expect(of('--group', 'sex')).rejects.toThrow('line 3, column 3: "fired" is no decision')
    await expect(of('--group', 'age')).rejects.toThrow('there is no column age')
    await expect(of('--group', 'sex', '--stage', 'late')).rejects.toThrow('--stage must be')
  })
})

describe('cuts', () => {
  test('prints a worksheet, and reads it filled', async () => {
    const args = ['--inventory', 'content/ENGLISH/3', '--judges', '3', '--names', 'A2,B1']
    const sheet = String(await run(['cuts', ...args, '--scale', 'a1']))
    const [head, ...lines] = sheet.split('\n')
    expect(head).toBe('cut,item,points,judge_1,judge_2,judge_3')
    expect(lines).toHaveLength(40)
    const filled = lines.map((line) =>
      line.replace(/,,,$/, line.startsWith('A2') ? ',0.4,50%,0.6' : ',0.7,70%,0.7'),
    )
    const wanted = file('cuts.json', {
      scale: 'a1',
      min: 0,
      max: 20,
      bands: ['A1', 'A2', 'B1'],
      now: { bands: bands(12) },
    })
    const stored = csv('stored.csv', 'id,a1', 'p1,9', 'p2,11', 'p3,14', 'p4,20', 'p5,')
    const ratings = csv('ratings.csv', head ?? '', ...filled)
    const found = await printed('cuts', '--ratings', ratings, '--spec', wanted, '--stored', stored)
    expect(found.cuts.map((one: { cut: string; points: number }) => [one.cut, one.points])).toEqual([
      ['A2', expect.closeTo(10, 9)],
      ['B1', expect.closeTo(14, 9)],
    ])
    expect(found.cuts[0]).toMatchObject({
      spread: expect.closeTo(2, 9),
      standard_error: expect.closeTo(2 / Math.sqrt(3), 9),
    })
    expect(found.bands.bands.map(({ id }: { id: string }) => id)).toEqual(['A1', 'A2', 'B1'])
    expect(found.effect).toMatchObject({ results: 5, changed: 4 })
  })

  test('prints the booklet, and reads bookmarks', async () => {
    const bank = csv('bank.csv', 'item,a,b', 'q1,1,1', 'q2,1,-1', 'q3,1,0')
    expect(await run(['cuts', '--bank', bank])).toBe(
      'page,item,location\n1,q2,-0.292\n2,q3,0.708\n3,q1,1.708',
    )
    const marks = csv('marks.csv', 'judge,bookmark', 'x,1', 'y,2', 'z,2')
    const median = await printed('cuts', '--bookmarks', marks, '--bank', bank)
    const mean = await printed('cuts', '--bookmarks', marks, '--bank', bank, '--mean')
    expect(median).toMatchObject({ method: 'bookmark', reason: null })
    expect(mean.cuts[0].points).toBeLessThan(median.cuts[0].points)
    const one = csv('one.csv', 'judge,bookmark', 'x,1')
    expect(await printed('cuts', '--bookmarks', one, '--bank', bank)).toEqual({
      method: 'bookmark',
      cuts: null,
      reason: 'too_few_judges',
    })
  })

  test('says what is wrong and where', async () => {
    const ratings = csv('bad.csv', 'item,a,b', 'q1,0.5,65', 'q1,0.5,')
    await expect(run(['cuts', '--ratings', ratings])).rejects.toThrow(
      /line 2, column 3: not a share: "65"\n.*line 3, column 1: row twice: "q1"\n.*line 3, column 3: blank/,
    )
    const sheet = (scale: string, judges: string, code = 'ENGLISH/3') =>
      run(['cuts', '--inventory', `content/${code}`, '--scale', scale, '--judges', judges])
    await expect(sheet('none', '3')).rejects.toThrow('ENGLISH has no scale none')
    await expect(sheet('a1', '1')).rejects.toThrow('--judges must be')
    const spec = file('rising.json', { scale: 's', min: 0, max: 2, bands: ['a', 'b', 'c'] })
    const good = csv('good.csv', 'cut,item,a,b', 'A,q1,0.5,0.5', 'B,q1,0.4,0.5')
    expect(await printed('cuts', '--ratings', good, '--spec', spec)).toMatchObject({
      bands: null,
      bands_reason: 'not_rising',
    })
    await expect(run(['cuts', '--ratings', good, '--stored', good])).rejects.toThrow('--stored needs --spec')
  })
})

test('the help has the three commands', () => {
  const help = readFileSync(new URL('help.txt', import.meta.url), 'utf8')
  for (const command of ['norm', 'impact', 'cuts']) expect(help).toContain(`\n  ${command} --`)
})
