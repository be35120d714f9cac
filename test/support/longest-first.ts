import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The walks through every screen: their files are short, their runs are the longest. */
const longest = ['/screens-tr.test.ts', '/screens-en.test.ts', '/main-job.test.ts']

/** Starts the longest browser tests first, because one that is started last leaves a core idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const others = sorted.filter(({ project }) => project.name !== 'e2e')
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((end) => moduleId.endsWith(end))
      return at === -1 ? longest.length : at
    }
    const browsers = sorted.filter(({ project }) => project.name === 'e2e')
    // The browser tests are the last group anyway.
    return [...others, ...browsers.toSorted((a, b) => rank(a) - rank(b))]
  }
}
