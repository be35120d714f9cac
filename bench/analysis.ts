import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chanceFrom, normal } from '#scoring/simulation/chance.ts'
import { logistic } from '#scoring/simulation/curves.ts'
import { type Figure, spread } from './measure.ts'
import { usageOf } from './server.ts'

const people = 1_000_000
const items = 50
const letters = ['a', 'b', 'c', 'd']

/** `analyse` of a file with a million people and fifty items: by a key, and as one Likert scale. */
export async function* measureAnalysis(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'terazi-analysis-'))
  try {
    const names = Array.from({ length: items }, (_, i) => `i${i + 1}`)
    const key = Object.fromEntries(names.map((name, i) => [name, letters[i % 4]]))
    const likert = { kind: 'likert', min: 1, max: 4, scales: { all: names } }
    for (const [kind, spec, cellOf] of [
      [
        'keyed',
        { kind: 'keyed', key },
        (right: boolean, i: number, other: number) => letters[right ? i % 4 : other],
      ],
      ['likert', likert, (right: boolean, _: number, other: number) => (right ? 4 : 1 + other)],
    ] as const) {
      const [file, specFile] = [join(folder, 'responses.csv'), join(folder, 'spec.json')]
      writeFileSync(specFile, JSON.stringify(spec))
      await writeAnswers(file, names, cellOf)
      const { cpu, peak } = await run(['analyse', '--responses', file, '--spec', specFile])
      yield { ...spread(`analyse_${kind}_cpu`, 's', [cpu / 1000]), limit: 20, ratio: cpu / 20_000 }
      yield { ...spread(`analyse_${kind}_memory`, 'MB', [peak]), limit: 300, ratio: peak / 300 }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function writeAnswers(
  file: string,
  names: readonly string[],
  cellOf: (right: boolean, item: number, other: number) => string | number | undefined,
): Promise<void> {
  const chance = chanceFrom(7)
  const out = createWriteStream(file)
  out.write(`id,${names.join()}\n`)
  for (let person = 0; person < people; person += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => {
      const trait = normal(chance)
      const cells = names.map((_name, item) => {
        const right = chance() < logistic(1.5 * (trait - 1.5 + (3 * item) / items))
        return cellOf(right, item, Math.floor(chance() * 4))
      })
      return `p${person + i},${cells.join()}\n`
    })
    if (!out.write(rows.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** Runs a command as `bin/terazi` does; its processor time in ms and its largest memory in MB. */
async function run(args: readonly string[]): Promise<{ cpu: number; peak: number }> {
  const flags = readFileSync('bin/terazi', 'utf8').match(/--max-semi-space-size=\d+/) ?? []
  const child = spawn(process.execPath, [...flags, 'server/cli/main.ts', ...args], { stdio: 'ignore' })
  let [cpu, peak] = [0, 0]
  const timer = setInterval(() => {
    const usage = usageOf(child.pid ?? 0)
    cpu = Math.max(cpu, usage.cpu)
    peak = Math.max(peak, usage.peak)
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return { cpu, peak }
}
