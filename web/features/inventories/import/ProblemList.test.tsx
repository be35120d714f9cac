// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { DefinitionProblem } from '#contract/definitions.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ProblemList } from './ProblemList.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['inventories', 'ui'])
})
afterEach(cleanup)

const problem = (path: string, more: Partial<DefinitionProblem> = {}): DefinitionProblem => ({
  path,
  code: 'key',
  message: `${path} is wrong`,
  part: 'section',
  section: 'Reading',
  item: null,
  ...more,
})
const show = (problems: DefinitionProblem[], problemCount = problems.length) =>
  draw(<ProblemList plan={{ problems, problemCount, draft: null }} />)
const times = (count: number, code: string) =>
  Array.from({ length: count }, (_, i) => problem(`${code}[${i}]`, { code }))
/** The lines in the group of one title, with its folded part. */
const group = (title: string) => {
  const section = screen.getByRole('heading', { level: 3, name: title }).closest('section')
  if (section === null) throw new Error(`no group ${title}`)
  const fold = section.querySelector('details')
  const inside = fold ? within(fold).getAllByRole('listitem', { hidden: true }).length : 0
  const all = within(section).getAllByRole('listitem', { hidden: true }).length
  return { open: all - inside, inside, head: fold?.querySelector('summary')?.textContent ?? null }
}

it('shows three places of each cause and folds the others', async () => {
  await show([...times(7, 'key'), problem('alone', { code: 'other' })])
  screen.getByRole('heading', { level: 2, name: '8 problems' })
  // Three of the first cause and the only one of the second.
  expect(group('Section: Reading')).toEqual({ open: 4, inside: 4, head: 'and 4 more places' })
})

it('folds nothing where one line would replace one line', async () => {
  await show(times(4, 'key'))
  expect(group('Section: Reading')).toEqual({ open: 4, inside: 0, head: null })
})

it('keeps the same cause in two sections apart, and every place of them', async () => {
  const other = times(5, 'key').map((each) => ({ ...each, section: 'Writing' }))
  const figure = problem('figures.a', { part: 'figures', section: null })
  await show([...times(5, 'key'), figure, ...other])
  for (const title of ['Section: Reading', 'Section: Writing'])
    expect(group(title)).toEqual({ open: 3, inside: 2, head: 'and 2 more places' })
  expect(group('Figures')).toEqual({ open: 1, inside: 0, head: null })
})

it('says the question with its words, and how many more there are than are shown', async () => {
  await show([problem('a', { item: { id: 'q7', words: 'Where is the warehouse?' } })], 900)
  screen.getByText('q7')
  screen.getByText('Where is the warehouse?')
  expect(screen.getByRole('alert').textContent).toBe(
    'Nothing was saved. Fix these places in the file and choose it again. Showing the first 1.',
  )
})
