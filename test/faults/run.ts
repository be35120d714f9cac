import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runExperiment } from './experiment.ts'
import { removeData } from './failover/cluster.ts'
import { folderApart, runApart } from './failover/own-namespaces.ts'
import { checkFolder } from './summary.ts'

// `npm run faults` kills the server or its database 200 times while 50 people answer over a bad line, tablets deliver tests and
// a manager pauses some, and looks whether every acknowledged answer is there, after each break and at the end. docs/faults.md
// explains what it breaks, its options and its files. `--check FOLDER` compares the files of a run once more.

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    folder: { type: 'string' },
    forgetful: { type: 'boolean', default: false },
    browsers: { type: 'string', default: '0' },
    minutes: { type: 'string' },
    'small-disk': { type: 'boolean', default: false },
    failover: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    check: { type: 'string' },
  },
})
const { failover, rolling, check } = values
const apart = folderApart()
const folder = check ?? apart ?? values.folder ?? mkdtempSync(join(tmpdir(), 'terazi-faults-'))
if (failover !== undefined && apart === undefined) {
  // Other users' processes work in it.
  chmodSync(folder, 0o711)
  const code = await runApart(folder)
  removeData(folder)
  process.exit(code)
}
if (check === undefined) console.log(`Seed ${values.seed}; the history is written to ${folder}.`)
const outcome =
  check === undefined
    ? await runExperiment({
        people: Number(values.people),
        // Otherwise it is how many tests are ready to be taken.
        kills: failover !== undefined ? 2 * Number(failover) : rolling ? 48 : Number(values.kills),
        rolling,
        ...(failover !== undefined && { failovers: Number(failover) }),
        seed: Number(values.seed),
        folder,
        forgetful: values.forgetful,
        browsers: Number(values.browsers),
        smallDisk: values['small-disk'],
        ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
      })
    : { ...(await checkFolder(folder)), settledAfterMs: undefined }
for (const [name, count] of Object.entries(outcome.counts))
  console.log(`${String(count).padStart(8)}  ${name}`)
const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]
const back = outcome.backAfterMs.toSorted((a, b) => a - b)
if (back.length > 0)
  console.log(`${back.length} breaks; back after ${middle(back)} ms (median), ${back.at(-1)} ms at most.`)
const gaps = Object.values(outcome.gapsMs)
  .flat()
  .toSorted((a, b) => a - b)
for (const [name, ms] of Object.entries(outcome.gapsMs))
  console.log(`Without a confirmed answer: ${name}: ${ms.join(', ')} ms`)
if (gaps.length > 0)
  console.log(
    `${gaps.length} machines lost; without a confirmed answer for ${middle(gaps)} ms (median), ${gaps.at(-1)} ms at most.`,
  )
/** The goals of docs/operations.md. */
const gapLimits = { median: 25_000, longest: 45_000 }
const tooLong = (middle(gaps) ?? 0) > gapLimits.median || (gaps.at(-1) ?? 0) > gapLimits.longest
const limitMs = 60_000
if (outcome.settledAfterMs !== undefined)
  console.log(`All tests were handed in ${outcome.settledAfterMs} ms after the last repair.`)
console.log(`${outcome.acknowledged} answers were acknowledged and ${outcome.submitted} tests handed in.`)
for (const line of outcome.broken.slice(0, 20)) console.log(line)
const count = (kind: string) => outcome.broken.filter((line) => line.startsWith(kind)).length
console.log(
  `${count('Lost')} lost, ${count('Invented')} sent by nobody, ${outcome.broken.length} promises broken in all.`,
)
/** While versions are replaced, no client may see that a process is away. */
const failed = Object.entries(outcome.counts)
  .filter(([name]) => rolling && /^(refused|failed|network)/.test(name))
  .reduce((sum, [, number]) => sum + number, 0)
if (rolling) console.log(`${failed} requests failed for those who made them.`)
process.exitCode =
  failed > 0 || outcome.broken.length > 0 || (outcome.settledAfterMs ?? 0) > limitMs || tooLong ? 1 : 0
