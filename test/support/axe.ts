import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  var axe: typeof import('axe-core') | undefined
}

/** The minified file: every page that is opened reads it once more. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The faults that axe finds on a page: rule and elements. All rules unless some, or their tags, are named.
 *
 * It is called directly, because @axe-core/playwright loads axe twice for every check, describes all elements that pass, and
 * sends them here. That took four times as long as the rules themselves.
 */
export async function axeFaults(
  page: Page,
  only: { tags?: readonly string[]; rules?: readonly string[] } = {},
): Promise<string[]> {
  const { tags, rules } = only
  // Frames are checked from the page that contains them, and each needs its own copy.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => globalThis.axe !== undefined))) await frame.evaluate(source)
  const options: RunOptions = {
    ...(tags && { runOnly: { type: 'tag', values: [...tags] } }),
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    resultTypes: ['violations'],
    selectors: false,
  }
  return page.evaluate(async (options) => {
    if (globalThis.axe === undefined) throw new Error('the page was left while it was checked')
    const { violations } = await globalThis.axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
}
