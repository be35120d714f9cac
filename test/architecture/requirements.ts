import type { Source } from './sources.ts'

const id = /SR-\d\d/g
/** A title that begins with ids: 'SR-10, SR-18: ends all sessions'. */
const title = /(?:^|[(\s])['"`]((?:SR-\d\d(?:, )?)+): /g

export interface Requirement {
  readonly id: string
  /** Whether a test proves at least a part of it. */
  readonly proven: boolean
}

/** The rows of docs/security-requirements.md, in their order. @throws Error when the last cell is unknown */
export function requirementsOf(page: string): Requirement[] {
  return [...page.matchAll(/^\| (SR-\d\d) \|.*\| (\S[^|]*) \|$/gm)].map(([, name = '', proof = '']) => {
    if (!/^(tested$|partly: |no test$)/.test(proof)) throw new Error(`${name}: unknown proof "${proof}"`)
    return { id: name, proven: proof !== 'no test' }
  })
}

/** The ids that titles of tests begin with. */
export function idsInTitles(sources: readonly Source[]): Set<string> {
  const titles = sources.flatMap(({ lines }) => [...lines.join('\n').matchAll(title)])
  return new Set(titles.flatMap(([, ids = '']) => ids.match(id) ?? []))
}
