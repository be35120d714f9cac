import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wantedRecordings } from './wanted-recordings.ts'

// npm run audio: reads the wanted texts with an open voice (espeak-ng, from Debian's packages like lame) into MP3 files that
// every phone plays. The files are in the repository, so only who changes a text needs the two programs. texts.json says
// what each file says, for the test that finds recordings of texts that have changed.

const wave = join(tmpdir(), `terazi-audio-${process.pid}.wav`)
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Slower than its normal pace of 175 words a minute. */
const wordsPerMinute = '145'

for (const { version, locale, texts } of await wantedRecordings()) {
  const folder = fileURLToPath(new URL(`${version}/audio/${locale}/computer/`, import.meta.url))
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (const [key, text] of texts) {
    run('espeak-ng', '-v', locale, '-s', wordsPerMinute, '-g', '2', '-w', wave, text)
    // Mono at 24 kbit/s; without LAME's own first frame, which is silence.
    run('lame', '--quiet', '-t', '-m', 'm', '-b', '24', '--resample', '22.05', wave, join(folder, `${key}.mp3`))
  }
  await writeFile(join(folder, 'texts.json'), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
  process.stdout.write(`${version} ${locale}: ${texts.size} texts are read\n`)
}
await rm(wave, { force: true })
