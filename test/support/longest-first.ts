import { readFileSync } from 'node:fs'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The files that take or wait longest, within their project: the sizes of the files don't tell. */
const longest = [
  '/screens-tr.test.ts',
  '/screens-en.test.ts',
  '/second-factor.test.ts',
  '/layouts.test.ts',
  '/answers.test.ts',
  '/direct.test.ts',
  '/payments.test.ts',
  '/denials.test.ts',
  '/open.test.ts',
  '/fuzz.test.ts',
  '/slip-jobs.test.ts',
  '/contact.test.ts',
]

const projects = ['e2e', 'bundled', 'external', 'web', 'unit']

/** Project by project, because files of one share a process; the long ones first, because one at the end leaves a core idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = longest.findIndex((end) => moduleId.endsWith(end))
      // A thread with a document is kept only while the next file needs one.
      const plain = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom') ? 0 : 50
      return projects.indexOf(project.name) * 100 + plain + (at === -1 ? longest.length : at)
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
