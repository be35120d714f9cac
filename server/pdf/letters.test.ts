import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { printable } from './letters.ts'

const fonts = ['AtkinsonHyperlegibleNext-Regular', 'TeraziSymbols-Regular', 'NotoSans-Regular'].map((name) =>
  readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url)),
)

it('paper has a glyph for every letter of our own texts', () => {
  const print = printable(fonts)
  const lacking = ['tr', 'en'].flatMap((locale) => {
    const folder = new URL(`../../locales/${locale}/`, import.meta.url)
    return readdirSync(folder).flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return [...new Set(text)].filter((letter) => letter.trim() !== '' && print(letter) !== letter)
    })
  })
  // A sign that says that something could not be read, on screens alone.
  expect(lacking.filter((letter) => letter !== '\u{fffd}')).toEqual([])
})
