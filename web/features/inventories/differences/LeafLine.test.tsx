// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { LeafLine } from './LeafLine.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['inventories'])
})
afterEach(cleanup)

async function label(field: string) {
  cleanup()
  await draw(
    <dl>
      <LeafLine leaf={{ field, locale: null, before: 1, after: 2, options: null }} />
    </dl>,
  )
  return screen.getByRole('term').textContent
}

it('keeps the names of bands apart from our own words', async () => {
  expect(await label('bands.low.to')).toContain(' · low · ')
  expect(await label('reliability')).toBe('reliability')
})

it('shows a key by the words of its option beside the letter', async () => {
  const option = { figure: null }
  const options = {
    before: [{ ...option, id: 'a', words: 'Blue' }],
    after: [{ ...option, id: 'b', words: 'Green' }],
  }
  await draw(
    <dl>
      <LeafLine leaf={{ field: 'key', locale: null, before: 'a', after: 'b', options }} />
    </dl>,
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Before: aBlue',
    'Now: bGreen',
  ])
})
