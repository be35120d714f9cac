import type { Source } from './sources.ts'

const everywhere = '(?:globalThis|global|window|self)'
const quoted = `['"\`]fetch['"\`]`

/** The ways to put something else in the place of `fetch`; a call may go over several lines. */
const replacing = new RegExp(
  [
    String.raw`\bstubGlobal\(\s*${quoted}`,
    String.raw`\b(?:spyOn|replaceProperty|defineProperty)\(\s*${everywhere}\s*,\s*${quoted}`,
    String.raw`\b${everywhere}(?:\.fetch|\[${quoted}\])\s*=(?![=>])`,
    String.raw`\bassign\(\s*${everywhere}\s*,\s*\{[^}]*\bfetch\b`,
  ].join('|'),
  'g',
)

/** The places where `fetch` is replaced for everything that runs with them. */
export function replacedFetch(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, lines }) => {
    const text = lines.join('\n')
    return [...text.matchAll(replacing)].map(
      ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
    )
  })
}
