import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { documents } from './architecture/documents.ts'
import { manneredNames, manneredWords } from './architecture/plain-words.ts'
import { isTest, readSources } from './architecture/sources.ts'
import { commentsOf, exportsOf, linesOf, otherCommentsIn, titlesOf } from './architecture/written.ts'

/** All but the check's own files, which have to name the words. */
const sources = readSources().filter(({ path }) => !/plain-words(\.test)?\.ts$/.test(path))
const code = sources.filter(({ path }) => !path.endsWith('.html'))

const titled = code.filter(({ path }) => isTest(path) || path.startsWith('contract/'))

describe('plain words are used by', () => {
  test.each([...documents, ...globSync('docs/*.json')])('%s', (document) => {
    expect(manneredWords(linesOf(document))).toEqual([])
  })
  test('comments', () => {
    expect(manneredWords(code.flatMap(commentsOf))).toEqual([])
    expect(manneredWords(otherCommentsIn(['server', 'web', 'test', 'bench', 'bin']))).toEqual([])
  })
  test('titles of tests and summaries of calls', () => {
    expect(manneredWords(titled.flatMap(titlesOf))).toEqual([])
  })
  test('names of files and exports', () => {
    const files = sources.map(({ path }) => ({ place: path, text: path }))
    expect(manneredNames([...files, ...code.flatMap(exportsOf)])).toEqual([])
  })
})

test('mannered words are found, with their place', () => {
  const planted = {
    path: 'contract/a.ts',
    lines: [
      '/** Kept for whoever',
      ' * comes. */',
      'export const actsOf = 1 // made',
      '// again, and so',
      '// anew',
      "test.each(x)('stands in no table', y)",
      "const a = { summary: 'Whom it is for' }",
    ],
  }
  expect(manneredWords(commentsOf(planted))).toEqual([
    'contract/a.ts:1 "whoever" (use who, anybody who, or the person meant): Kept for whoever comes.',
    'contract/a.ts:3 "anew" (use again): made again, and so anew',
  ])
  expect(manneredWords(titlesOf(planted)).map((fault) => fault.split(' (')[0])).toEqual([
    'contract/a.ts:6 "stands"',
    'contract/a.ts:7 "Whom"',
  ])
  expect(manneredNames(exportsOf(planted))).toEqual(['contract/a.ts:3 "acts" (use action, actions): actsOf'])
  expect(manneredWords([{ place: 'a', text: 'One that stands out stands for all, in the facts' }])).toEqual(
    [],
  )
})
