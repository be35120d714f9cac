// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { VersionContent } from '#contract/definitions.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ContentHash } from './ContentHash.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['inventories', 'ui'])
})
afterEach(cleanup)

const hash = '9c41e07b'.repeat(8)
const published = {
  version: 3,
  state: 'published',
  hash,
  at: '2026-11-20T12:00:00Z',
  by: null,
  results: 0,
  itemCount: 1,
  minutes: 1,
  outdated: false,
  unreadable: false,
  intact: true,
  code: 'MYT',
  name: 'MYT',
  description: '',
  layout: 'profile',
  sensitive: false,
  simulated: false,
  participantReport: false,
  languages: ['tr'],
  timeLimitSeconds: null,
  figureCount: 0,
  notices: [],
  sections: [],
  scales: [],
  categories: [],
  validity: [],
  warnings: [],
} satisfies VersionContent
const show = (more: Partial<VersionContent>) => draw(<ContentHash content={{ ...published, ...more }} />)

it('shows the beginning of a hash in groups, and that the content agrees with it', async () => {
  await show({})
  screen.getByText('9c41 e07b…')
  screen.getByText('Matches the stored content')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('warns where the content is not what was published, and says what to do', async () => {
  await show({ intact: false })
  expect(screen.getByRole('alert').textContent).toMatch(/isn’t what was published.*next version/s)
  expect(screen.queryByText('Matches the stored content')).toBeNull()
})

it('claims nothing of a draft', async () => {
  await show({ intact: null, state: 'draft' })
  screen.getByText(/Publishing freezes/)
  expect(screen.queryByText('Matches the stored content')).toBeNull()
})
