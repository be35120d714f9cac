import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages, placeholdersOf, readTexts } from '#test/architecture/locale-keys.ts'
import { codeOf, say } from './problems.ts'

/** Every sentence that the checks say, by its code, with the values it has. */
const sentences = new Map(
  readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true })
    .filter((name) => /(^|\/)(check-.*|problems|plain-svg|svg-expansion)\.ts$/.test(name))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''))
    .flatMap((source) => [...source.matchAll(/say`((?:[^`$]|\$\{[^}]*\})*)`/g)])
    .map(([, sentence = '']) => {
      const parts = sentence.split(/\$\{[^}]*\}/)
      return [codeOf(parts), parts.slice(1).map((_, index) => `p${index}`)] as const
    }),
)

test('a sentence has a code made of the text around its values', () => {
  expect(say`item ${'q1'} has no option ${'b'}`).toEqual({
    code: 'item_has_no_option',
    message: 'item q1 has no option b',
    values: { p0: 'q1', p1: 'b' },
  })
})

describe.each(languages)('in %s', (language) => {
  const texts = readTexts(language)
  const told = [...texts.keys()].filter((key) => key.startsWith('definition:problem.'))

  test('every sentence of the checks has words, with the same values', () => {
    expect(sentences.size).toBeGreaterThan(100)
    for (const [code, values] of sentences) {
      const text = texts.get(`definition:problem.${code}`)
      expect(text, code).toBeDefined()
      // The server adds the language, which is in the place alone.
      expect([...values, 'language'], code).toEqual(expect.arrayContaining(placeholdersOf(text ?? '')))
    }
  })

  test('no words are left over', () => {
    const codes = told.map((key) => key.replace('definition:problem.', ''))
    const others = codes.filter((code) => !sentences.has(code))
    expect(others.every((code) => code.startsWith('shape_'))).toBe(true)
  })
})
