import { readFileSync } from 'node:fs'

/**
 * Reads docs/access-matrix.md, so that a person can review who gets what from each call.
 *
 * To add a call: give it its input in `inputs.ts`, add a line to the matrix with the call's name and `ours`, and run
 * `vitest run --project bundled test/denials.test.ts -t theName`. The test names the other lines the call needs (`theirs`,
 * `mixed`, `own`) and prints the answers as a line of the matrix. Review it, and paste it if it is right.
 */
export const callers = [
  'guest',
  'garbage',
  'attempt',
  'tablet',
  'stranger',
  'participant',
  'invited',
  'peer',
  'foreign',
  'manager',
  'reader',
  'grouped',
  'admin',
  'super',
] as const
export type CallerName = (typeof callers)[number]

/** The records that a call asks for; the matrix explains each. */
export const whoses = ['ours', 'theirs', 'mixed', 'own'] as const
export type Whose = (typeof whoses)[number]

const text = readFileSync(new URL('../../docs/access-matrix.md', import.meta.url), 'utf8')

/** Short cell → its answer, from the matrix's legend. */
const words = new Map(
  [...text.matchAll(/^\| `(\w+)` \| (\d{3} \w+) \|/gm)].map(([, word = '', answer = '']) => [word, answer]),
)

/** A short word's answer; `409:some_code` needs none. */
const answerOf = (cell: string) => words.get(cell) ?? cell.replace(':', ' ')

const lines = [...text.matchAll(/```\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split('\n'))
  .map((line) => line.split(/\s+/).filter((cell) => cell !== ''))
  .filter((cells) => cells.length > 0)

for (const [call, whose, ...cells] of lines) {
  if (call === 'call' && cells.join() !== callers.join())
    throw new Error('the columns of docs/access-matrix.md are not the callers')
  if (cells.length !== callers.length) throw new Error(`${call} ${whose} has ${cells.length} cells`)
}

/** A line of the matrix as the test writes it. */
export function lineOf(call: string, whose: string, answered: Readonly<Record<string, string>>): string {
  const short = new Map([...words].map(([word, answer]) => [answer, word]))
  const cells = callers.map((caller) => {
    const answer = answered[caller] ?? ''
    return (short.get(answer) ?? answer.replace(' ', ':')).padEnd(caller.length)
  })
  return [call.padEnd(18), whose.padEnd(6), ...cells].join(' ').trimEnd()
}

/** `call whose` → caller → `status code`, or the status of a success alone. */
export const matrix: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  lines
    .filter(([call]) => call !== 'call')
    .map(([call, whose, ...cells]) => [
      `${call} ${whose}`,
      Object.fromEntries(callers.map((caller, at) => [caller, answerOf(cells[at] ?? '')])),
    ]),
)

/** Call → caller → answer, for our records. */
export const denials: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  [...matrix].flatMap(([key, row]) => (key.endsWith(' ours') ? [[key.slice(0, -5), row]] : [])),
)
