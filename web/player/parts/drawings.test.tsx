import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { shippedVersions } from '#content/read.ts'
import { Pictogram } from './drawings.tsx'

const definition = z.object({ preTest: z.array(z.string()) })
const drawn = (line: string) => renderToStaticMarkup(<Pictogram line={line} />)

it('every line before a shipped test has the picture of what it says, each another one', async () => {
  for (const folder of await shippedVersions()) {
    const { preTest } = definition.parse(
      JSON.parse(readFileSync(`content/${folder}/definition.json`, 'utf8')),
    )
    const pictures = [...preTest, 'of an imported test'].map(drawn)
    expect(new Set(pictures).size, folder).toBe(pictures.length)
  }
})

it('a line keeps its picture at any place, and an unknown one has a picture too', () => {
  expect(drawn('no_blanks')).toBe(drawn('answer_all'))
  expect(drawn('constructor')).toBe(drawn('anything'))
})
