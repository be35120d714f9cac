import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFolder, runExperiment } from './experiment.ts'

// `npm run faults` kills the server or its database 200 times while 50 people answer over a bad line, and looks whether
// every acknowledged answer is there, after each kill and at the end. `--check FOLDER` compares the files of a run once more;
// `--forgetful` turns off what makes the database durable, to see that the comparison finds it.
// After named steps the server ends itself, and one server in two comes back with a clock that is two hours off. `--browsers N`
// gives so many of the people a real browser (`npm run build` first), `--small-disk` fills the disk, too (as root).

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    folder: { type: 'string' },
    forgetful: { type: 'boolean', default: false },
    browsers: { type: 'string', default: '0' },
    'small-disk': { type: 'boolean', default: false },
    check: { type: 'string' },
  },
})

const folder = values.check ?? values.folder ?? mkdtempSync(join(tmpdir(), 'terazi-faults-'))
if (values.check === undefined) console.log(`Seed ${values.seed}; the history is written to ${folder}.`)
const outcome =
  values.check === undefined
    ? await runExperiment({
        people: Number(values.people),
        kills: Number(values.kills),
        seed: Number(values.seed),
        folder,
        forgetful: values.forgetful,
        browsers: Number(values.browsers),
        smallDisk: values['small-disk'],
      })
    : { ...checkFolder(folder), settledAfterMs: undefined }
const back = outcome.backAfterMs.toSorted((a, b) => a - b)
console.log(
  `${back.length} kills; back after ${back[Math.floor(back.length / 2)]} ms (median), ${back.at(-1)} ms at most.`,
)
const limitMs = 60_000
if (outcome.settledAfterMs !== undefined)
  console.log(`All tests were handed in ${outcome.settledAfterMs} ms after the last repair.`)
console.log(`${outcome.acknowledged} answers were acknowledged and ${outcome.submitted} tests handed in.`)
for (const line of outcome.broken.slice(0, 20)) console.log(line)
console.log(`${outcome.broken.length} promises were broken.`)
process.exitCode = outcome.broken.length > 0 || (outcome.settledAfterMs ?? 0) > limitMs ? 1 : 0
