import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentHash } from '#server/features/inventories/content-hash.ts'
import { loadFixture, readFixture } from '#test/fixtures/definitions/load.ts'
import { spoiled } from '#test/fixtures/definitions/spoil.ts'
import { jsonOf } from './json.ts'
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  const isText = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(path, isText ? content : JSON.stringify(content))
  return path
}
/** A path with what a plain shell has, and neither Node nor npm. */
function onlyShellTools(): string {
  const tools = mkdtempSync(join(folder, 'tools-'))
  for (const tool of ['cat', 'sed', 'dirname'])
    symlinkSync(spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim(), join(tools, tool))
  return tools
}
const main = (...args: string[]) =>
  spawnSync(process.execPath, ['server/cli/main.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })

describe('the command', () => {
  test('prints JSON on stdout and nothing else', () => {
    const { status, stdout, stderr } = main('validate', 'content/ENGLISH/3')
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ ok: true, code: 'ENGLISH', version: 3, items: 75 })
  })
  test.each([
    ['sh', ['bin/terazi']],
    ['npm', ['run', '-s', 'terazi', '--']],
  ])('is called by programs as %s %j, with JSON alone on stdout', (command, args) => {
    const call = (...more: string[]) => spawnSync(command, [...args, ...more], { encoding: 'utf8' })
    const right = call('validate', 'content/ENGLISH/3')
    expect([right.status, JSON.parse(right.stdout).code]).toEqual([0, 'ENGLISH'])
    const wrong = call('dance')
    expect([wrong.status, wrong.stdout]).toEqual([1, ''])
    expect(wrong.stderr).toContain('There is no command dance.')
  })
  test('refuses a name given twice in a file or in any file of a folder, with the place', async () => {
    const twice = '{"code": "A",\n "code": "B"}'
    const path = file('twice.json', twice)
    const says = ':2:2: "code" is given twice in one object'
    await expect(run(['validate', path])).rejects.toThrow(`${path}${says}`)
    const parts = mkdtempSync(join(folder, 'parts-'))
    for (const wrong of ['definition', 'tr', 'en']) {
      for (const name of ['definition', 'tr', 'en'])
        writeFileSync(join(parts, `${name}.json`), name === wrong ? twice : '{}')
      await expect(run(['validate', parts])).rejects.toThrow(`${join(parts, wrong)}.json${says}`)
    }
  })
  test('says what is wrong and where on stderr and ends with 1', () => {
    const path = file('wrong.json', spoiled('everything', ['sections', 0, 'items', 0, 'key'], 'q'))
    const { status, stdout, stderr } = main('validate', path)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe('sections[0].items[0].key: item s1: key q is no option\n')
  })
  test.each([
    [['--help'], 'score --inventory DEF.json'],
    [['score', '-h'], 'score --inventory DEF.json'],
    [[], 'score --inventory DEF.json'],
    [['version'], JSON.parse(readFileSync('package.json', 'utf8')).version],
    [['--version'], JSON.parse(readFileSync('package.json', 'utf8')).version],
  ])('%j is answered before anything is installed', (args, words) => {
    // The path has no Node, without which nothing could be installed.
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['bin/terazi', ...args], {
      encoding: 'utf8',
      env: { PATH: onlyShellTools() },
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(words)
  })
  test('names the item that a fault is in, where the sentence does not', () => {
    const wrong = spoiled('everything', ['sections', 0, 'items', 5, 'tolerance'], -1)
    const { stderr } = main('validate', file('negative.json', wrong))
    expect(stderr).toBe('sections[0].items[5].tolerance: Too small: expected number to be >=0 (item nu1)\n')
  })
  test('ends quietly when nobody reads on', () => {
    const rows = Array.from({ length: 500 }, (_, i) => `p${i},a,,,,,,,,,`)
    // More than fits in a pipe: the end is written after the reader has gone.
    const files = [
      ...['--inventory', file('placement.json', readFixture('placement'))],
      ...['--responses', file('many.csv', ['id,l1,l2,l3,l4,l5,h1,h2,h3,h4,h5', ...rows].join('\n'))],
    ]
    const line = `${process.execPath} server/cli/main.ts score ${files.join(' ')} | head -c 1`
    const { stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['{', ''])
  })
  test.each([
    [['dance'], 'There is no command dance.'],
    [['score', '--responses', 'x.csv'], 'score needs --inventory.'],
    [['validate'], 'validate takes one file.'],
    [['validate', '/nowhere.json'], '/nowhere.json: cannot be read'],
    [['export', '--code', 'X', '--version', 'two'], '--version must be a whole number'],
    [['scales', '--sped', 'x'], 'scales has no option --sped.'],
    [['export', '--code'], '--code needs a value.'],
    [['export', '--code', '--version', '2'], '--code needs a value.'],
    [['rescore', '--code', 'X', '--apply=yes'], '--apply takes no value.'],
    [['publish', '--code', 'X'], 'publish needs --version.'],
    [['responses', '--code', 'X', '--client', 'y'], 'responses needs --version.'],
    [['responses', '--code', 'X', '--version', '1'], 'responses needs --client.'],
  ])('%j is reported in a sentence', (args, words) => expect(run(args)).rejects.toThrow(words))
  test('without anything it says what it can', async () => {
    expect(await run([])).toContain('score --inventory DEF.json')
  })
  test.each([[['export', '--help']], [['validate', '-h']], [['publish', '--code', 'X', '--help']]])(
    '%j says the same',
    async (args) => expect(await run(args)).toBe(await run([])),
  )
})

describe('a file', () => {
  test('may begin with the mark of its encoding', async () => {
    const path = file('mark.json', `\ufeff${JSON.stringify(readFixture('placement'))}`)
    expect(await run(['validate', path])).toMatchObject({ ok: true, code: 'PLACEMENT' })
  })
  test('that is not saved as UTF-8 is refused, before its Turkish letters are lost', async () => {
    const turkish = JSON.stringify(readFixture('placement')).replace('"name":"', '"name":"İşçi ')
    // The file is in the encoding of Turkish Windows: one byte for each letter, which is no valid UTF-8.
    const bytes = Uint8Array.from(
      turkish,
      (letter) => ({ İ: 0xdd, ş: 0xfe, ç: 0xe7 })[letter] ?? letter.charCodeAt(0),
    )
    await expect(run(['validate', file('latin.json', bytes)])).rejects.toThrow(
      'latin.json: is not UTF-8, so letters would be lost: save it as UTF-8',
    )
  })
})

test.each([
  [{}],
  [[]],
  [[1, { a: [] }]],
  [null],
  [{ a: [], b: [{ c: 'x\ny', d: [1, [2]] }, null], e: { f: [{ g: 1 }] }, h: undefined, i: 'ş' }],
])('%j is printed piece by piece as it is in one', (value) => {
  expect([...jsonOf(value)].join('')).toBe(JSON.stringify(value, null, 2))
})

test('input without an end is refused, and too many cells', async () => {
  const spec = file('spec.json', { kind: 'likert', min: 1, max: 5, scales: { A: ['a1'] } })
  await expect(run(['scales', '--responses', '/dev/zero', '--spec', spec])).rejects.toThrow(
    '/dev/zero: is larger than 64 MiB',
  )
  const wide = file('wide.csv', `id,${Array.from({ length: 5001 }, (_, i) => `a${i}`).join()}\n`)
  await expect(run(['scales', '--responses', wide, '--spec', spec])).rejects.toThrow(
    'has more than 5000 columns',
  )
})

describe('score', () => {
  const definition = () => file('everything.json', readFixture('everything'))
  const score = (csv: string) =>
    run(['score', '--inventory', definition(), '--responses', file('r.csv', csv)])

  test('every kind of answer, as JSON or in short', async () => {
    const found = await score(
      [
        'who,s1,mu1,or1,nu1,ga1,ma1,f1,other',
        'A,b,a|c,z|y|x|w,"0,3",p1=lamp|p2=1250,s=y|t=z,most=a|least=b,x',
        'B,b,"[""a"",""c""]","[""z"",""y"",""x"",""w""]",0.3,"{""p1"":""lamp"",""p2"":""1250""}","{""s"":""y"",""t"":""z""}","{""most"":""a"",""least"":""b""}",',
        'C,,,,,,,,',
      ].join('\n'),
    )
    expect(found).toMatchObject({ inventory: { code: 'EVERYTHING', version: 3 } })
    const { persons } = found as { persons: ({ respondent: string } & Record<string, unknown>)[] }
    expect(persons.map(({ respondent }) => respondent)).toEqual(['A', 'B', 'C'])
    const [a, b, c] = persons.map(({ respondent, ...scores }) => scores)
    expect(a).toEqual(b)
    expect(a).toMatchObject({ ignored: [], totals: { answered: 7 } })
    expect(c).toMatchObject({ totals: { answered: 0 } })
  })
  test('who got three of six items has three at most, answered or not', async () => {
    const found = await score('id,d1,d2,d3,d4,d5,d6\nA,,a,,a,,a\nB,,,,,,b\nC,,,,,,\n')
    const { persons } = found as { persons: { scales: { key: string }[] }[] }
    const drawn = persons.map(({ scales }) => scales.find(({ key }) => key === 'drawn'))
    expect(drawn).toMatchObject([
      { raw: 3, max: 3, percentage: 100, answered: 3, omitted: 0, notPresented: 3 },
      { raw: 0, max: 3, percentage: 0, answered: 1, omitted: 2, notPresented: 3 },
      { raw: 0, max: 3, percentage: 0, answered: 0, omitted: 3, notPresented: 3 },
    ])
    await expect(score('id,d1,d2,d3,d4\nA,a,a,a,a\n')).rejects.toThrow(
      'line 2: A has 4 answers in the section draw, which gives each person 3 items',
    )
  })
  test('a blank may say why it is one', async () => {
    const found = await run([
      ...['score', '--inventory', file('placement.json', readFixture('placement'))],
      ...[
        '--responses',
        file('r.csv', 'id,l1,l2,l3,l4,l5\nA,b,#omitted,#not_reached,#timed_out,#not_presented\n'),
      ],
    ])
    expect(Object(found).persons[0].totals).toMatchObject({
      answered: 1,
      omitted: 1 + 5,
      notReached: 1,
      timedOut: 1,
      notPresented: 1,
    })
  })
  test('times and places of a file of answers count for the response quality', async () => {
    const of = async (csv: string) => Object(await score(csv)).persons[0].validity.rules
    const head = 'id,q1,q2,q3,q4,q1:ms,q2:ms,q3:ms,q4:ms,q1:order,q2:order,q3:order,q4:order,own_pace'
    const answers = '2,2,4,2,500,500,1500,1500,1,2,4,3'
    const value = (rules: { id: string; value: number }[], id: string) =>
      rules.find((rule) => rule.id === id)?.value
    const rules = await of(`${head}\nA,${answers},false\n`)
    expect([value(rules, 'fast'), value(rules, 'run')]).toEqual([0.5, 3])
    expect(value(await of(`${head}\nA,${answers},true\n`), 'fast')).toBeNull()
    expect(value(await of('id,q1,q2,q3,q4\nA,2,2,4,2\n'), 'run')).toBe(2)
    await expect(of('id,q1,q1:ms\nA,2,soon\n')).rejects.toThrow('A, q1:ms: "soon" is no whole number')
  })
  test('a possible mistake is reported beside the results and stops nothing', () => {
    const responses = file('slips.csv', 'id,l1,l2,h1,h_2\nA,a,a,a,a\nB,a,a,a,a\nA,b,b,b,b\n')
    const files = ['--inventory', file('placement.json', readFixture('placement')), '--responses', responses]
    const { status, stdout, stderr } = main('score', ...files)
    expect([status, JSON.parse(stdout).persons.length]).toEqual([0, 3])
    expect(stderr.split('\n')).toEqual([
      `${responses}: line 4: A is in line 2 already; each row is scored on its own.`,
      `${responses}: left out as no item of PLACEMENT: h_2.`,
      `${responses}: without a column, so blank for everybody: l3, l4, l5, h2, h3, h4, h5.`,
      '',
    ])
  })
  test('a number is read as the language of the answers writes it, in Turkish unless one is given', async () => {
    const inventory = file('thousand.json', spoiled('everything', ['sections', 0, 'items', 5, 'key'], 1250))
    const of = async (...more: string[]) => {
      const responses = file('n.csv', 'id,nu1\nA,1.250\n')
      const found = await run(['score', '--inventory', inventory, '--responses', responses, ...more])
      const { persons } = found as { persons: { scales: { key: string; raw: number }[] }[] }
      return persons[0]?.scales.find(({ key }) => key === 'skill')?.raw
    }
    const [right, wrong] = [await of(), await of('--locale', 'en')]
    expect(right).toBeGreaterThan(wrong ?? 0)
    expect(await of('--locale', 'tr')).toBe(right)
    await expect(of('--locale', 'de')).rejects.toThrow('--locale must be tr or en')
  })
  test('blanks around the name of a column are none of it', async () => {
    const { persons } = Object(await score('id, s1 , mu1\nA,b,a|c\n'))
    expect(persons).toMatchObject([{ totals: { answered: 2 } }])
    await expect(score('id,s1, s1\nA,a,b\n')).rejects.toThrow('the column s1 exists twice')
  })
  test('an invalid answer is reported with its place', async () => {
    await expect(score('id,s1\nA,q\n')).rejects.toThrow('A, s1: "q" is no answer to a single item')
    await expect(score('id,x\nA,1\n')).rejects.toThrow('no column is an item of EVERYTHING')
    await expect(score('id,s1\nA\n')).rejects.toThrow(
      'line 2, column 2: the row has 1 cells, the head row has 2',
    )
    // Lines are counted as an editor does: a cell of two lines and an empty one come before it.
    await expect(score('id,s1\n"A\nB",\n\nC\n')).rejects.toThrow('line 5, column 2: the row has 1 cells')
    await expect(score('id,s1\nA,a\n\nB,q\n')).rejects.toThrow('line 4: B, s1: "q" is no answer')
    await expect(score('id,s1\nA,a\nB,"q\n')).rejects.toThrow(
      'line 3, column 2: a quotation mark is never closed',
    )
  })
})

test('--skip-bad-rows lists the rows that cannot be read and scores the others', async () => {
  const responses = file('bad.csv', 'Export;;\nid;l1;l2\nA;a;a\nB;a\nC;a;a;a\nD;q;a\n"E;a;a\nF;a;\n')
  const command = ['score', '--inventory', file('placement.json', readFixture('placement'))]
  const { status, stderr, stdout } = main(...command, '--responses', responses)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr.split('\n')).toEqual([
    `${responses}: line 7, column 1: a quotation mark is never closed: "E;a;a`,
    `${responses}: line 4, column 3: the row has 2 cells, the head row has 3`,
    `${responses}: line 5, column 4: the row has 4 cells, the head row has 3`,
    '',
  ])
  const notes: string[] = []
  const { persons } = Object(
    await run([...command, '--responses', responses, '--skip-bad-rows'], (line) => notes.push(line)),
  )
  expect(persons.map(({ respondent }: { respondent: string }) => respondent)).toEqual(['A', 'F'])
  expect(notes.filter((note) => note.startsWith('left out: '))).toEqual([
    expect.stringContaining('line 7'),
    expect.stringContaining('line 4'),
    expect.stringContaining('line 5'),
    expect.stringContaining('line 6: D, l1: "q" is no answer'),
  ])
})

test('responses that are no UTF-8 are read, and letters that look broken are noted', async () => {
  const notes: string[] = []
  const command = ['score', '--inventory', file('placement.json', readFixture('placement')), '--responses']
  const bytes = Uint8Array.from(
    'id;l1\nIşıl;a\n',
    (letter) => ({ ş: 0xfe, ı: 0xfd })[letter] ?? letter.charCodeAt(0),
  )
  const { persons } = Object(await run([...command, file('turkish.csv', bytes)]))
  expect(persons).toMatchObject([{ respondent: 'Işıl' }])
  const broken = file('broken.csv', 'id;l1\nIþýl;a\n')
  await run([...command, broken], (line) => notes.push(line))
  expect(notes[0]).toBe(`${broken}: line 2: letters look broken: Iþýl. Save it as UTF-8.`)
})

describe('scales', () => {
  const spec = {
    kind: 'likert',
    min: 1,
    max: 5,
    reverse: ['a2'],
    scales: { A: ['a1', 'a2', 'a3'] },
    maxMissing: 1,
    norms: { A: { mean: 9, sd: 3, freq: [1, 2, 4, 2, 1], freqFrom: 7 } },
  }
  const scales = (csv: string, changed: object = spec) =>
    run(['scales', '--responses', file('r.csv', csv), '--spec', file('s.json', changed)])

  test('raw, missing and standard scores by the norm that is given', async () => {
    expect(await scales('id,a3,a1,a2\nx,3,4,2\ny,,4,2\nz,,4,\n')).toEqual({
      persons: [
        // 4 + (1 + 5 - 2) + 3 = 11; none of the ten is above the table.
        {
          respondent: 'x',
          scales: {
            A: { raw: 11, missing: 0, z: 2 / 3, T: 50 + 20 / 3, percentile: 95, sten: 7, stanine: 8 },
          },
        },
        // Mean of 4 and 4, three times.
        {
          respondent: 'y',
          scales: { A: { raw: 12, missing: 1, z: 1, T: 60, percentile: 100, sten: 8, stanine: 9 } },
        },
        {
          respondent: 'z',
          scales: {
            A: {
              raw: null,
              missing: 2,
              z: null,
              T: null,
              percentile: null,
              sten: null,
              stanine: null,
            },
          },
        },
      ],
    })
  })
  test('a scale named like something that every object has is one without norm', async () => {
    const named = { ...spec, scales: { toString: ['a1', 'a2'] }, norms: {} }
    const { persons } = Object(await scales('id,a1,a2\nx,3,4\n', named))
    expect(persons[0].scales).toMatchObject({ toString: { raw: 5, z: null, T: null, sten: null } })
  })
  test('a specification with a slip is refused with its place', async () => {
    const slips: [object, string][] = [
      [{ ...spec, maxMising: 1 }, 'Unrecognized key: "maxMising"'],
      [{ ...spec, scales: { A: ['a1', 'a2', 'a1'] } }, 'scales.A: has a1 twice'],
      [{ ...spec, reverse: ['a2', 'a2'] }, 'reverse: has a2 twice'],
      [{ ...spec, reverse: ['a4'] }, 'reverse: has a4, which is in no scale'],
      [{ ...spec, norms: { B: { mean: 9, sd: 3 } } }, 'norms.B: belongs to no scale'],
      [{ ...spec, norms: { A: { mean: 9, sd: 3, freq: [0, 0] } } }, 'norms.A.freq: counts nobody'],
      [{ ...spec, norms: { A: { mean: 9, sd: 3, freqFrom: 7 } } }, 'norms.A.freqFrom: needs freq'],
    ]
    for (const [changed, words] of slips)
      await expect(scales('id,a1,a2,a3,a4\nx,1,2,3,4\n', changed)).rejects.toThrow(words)
  })
  test.each(['0x3', '1e0', '3.', '１'])('%s is no number', (cell) =>
    expect(scales(`id,a1,a2,a3\nx,1,2,${cell}\n`)).rejects.toThrow('a3: '),
  )
  test('up to twenty faults are reported together, each with its beginning', async () => {
    const long = 'x'.repeat(5000)
    const told = await scales(`id,a1,a2,a3\nx,${long},9,3\ny,1,2,z\n`).catch((error: Error) =>
      error.message.split('\n'),
    )
    expect(told).toEqual([
      `line 2: x, a1: "${'x'.repeat(100)}…" is no number from 1 to 5`,
      'line 2: x, a2: "9" is no number from 1 to 5',
      'line 3: y, a3: "z" is no number from 1 to 5',
    ])
    const many = Array.from({ length: 30 }, (_, i) => `p${i},9,1,1`).join('\n')
    const first = await scales(`id,a1,a2,a3\n${many}\n`).catch((error: Error) => error.message.split('\n'))
    expect(first).toHaveLength(21)
    expect(first).toContain('After 20 faults the rest was not looked at.')
  })
  test('what does not fit is reported with its place', async () => {
    await expect(scales('id,a1,a2\nx,1,2\n')).rejects.toThrow('there is no column a3')
    await expect(scales('id,a1,a2,a3\nx,1,2,9\n')).rejects.toThrow('x, a3: "9" is no number from 1 to 5')
    await expect(scales('id,a1\n', { ...spec, kind: 'scored' })).rejects.toThrow('kind:')
    await expect(scales('id,a1\n', [])).rejects.toThrow('(top): Invalid input: expected object')
  })
})

test('readability names every shipped inventory with its sections', async () => {
  const found = (await run(['readability'])) as Record<string, { tr: Record<string, { ease?: number }> }>
  expect(found['SCL90/5']?.tr.s1?.ease).toBeGreaterThan(60)
})

test('the line of the documentation computes the hash of a file', () => {
  const page = readFileSync('docs/inventory-format.md', 'utf8')
  const line = /```sh\n(node -e .+?) FILE\n```/s.exec(page)?.[1] ?? ''
  const definition = loadFixture('everything')
  const sets = { ...definition.optionSets, many: ['10', '9', '2'], '10': ['ş'], '9': ['a'] }
  for (const each of [definition, { ...definition, optionSets: sets }]) {
    const path = file('hashed.json', JSON.stringify(each, null, 2))
    const { stdout, stderr } = spawnSync('sh', ['-c', `${line} "$1"`, 'sh', path], { encoding: 'utf8' })
    expect([stdout.trim(), stderr]).toEqual([contentHash(each), ''])
  }
})

test('the script of package.json runs the command', () => {
  expect(readFileSync('package.json', 'utf8')).toContain('sh bin/terazi')
})
