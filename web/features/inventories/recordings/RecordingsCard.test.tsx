// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { VersionContent } from '#contract/definitions.ts'
import type { RecordedText } from '#contract/recordings.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { draw } from '../../../ui/testRender.tsx'
import { RecordingsCard } from './RecordingsCard.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['inventories', 'ui'])
})
beforeEach(() => storeSession('secret', { ...anonymous, id: 'u1', authority: ['admin'] }, false))
afterEach(() => {
  cleanup()
  clearSession()
})

const hash = 'ab'.repeat(32)
const text = (key: string, recording: RecordedText['recording'] = null): RecordedText => ({
  locale: 'tr',
  key,
  text: `Text of ${key}`,
  recording,
})
const texts = [
  text('items.a.prompt', { hash, computerVoice: true, seconds: 2 }),
  text('items.b.prompt', { hash, computerVoice: false, seconds: 2 }),
  text('items.c.prompt', { hash, computerVoice: false, seconds: null }),
  text('items.d.prompt'),
]
const arrived = serveCalls(({ name }) =>
  name === 'listRecordings' ? Response.json({ texts }) : new Response(null, { status: 204 }),
)

const version = {
  version: 4,
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
  layout: 'profile' as const,
  sensitive: false,
  simulated: false,
  participantReport: false,
  languages: ['tr' as const],
  timeLimitSeconds: null,
  figureCount: 0,
  notices: [],
  sections: [],
  scales: [],
  categories: [],
  validity: [],
  warnings: [],
}
const show = (state: VersionContent['state']) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RecordingsCard content={{ ...version, state }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('says of each text whether it is recorded, and by what', async () => {
  await show('published')
  await screen.findByText('3 of 4 texts recorded')
  for (const kind of ['Computer voice', 'Recorded', 'File missing']) screen.getByText(kind)
  expect(screen.queryByText('Upload MP3 files')).toBeNull()
  screen.getByRole('button', { name: 'Create a draft from this version' })
})

it('stores files in a draft by their names, and says which name no text has', async () => {
  const failed = vi.spyOn(toast, 'error')
  await show('draft')
  const [input] = await screen.findAllByLabelText('Upload MP3 files', { selector: 'input' })
  const files = ['items.d.prompt.mp3', 'other.mp3'].map((name) => new File(['x'], name))
  fireEvent.change(input ?? document.body, { target: { files } })
  expect(failed.mock.calls).toEqual([['other.mp3: no text has this name.']])
  await waitFor(() =>
    expect(arrived.filter(({ name }) => name === 'setRecording').map(({ params }) => params.key)).toEqual([
      'items.d.prompt',
    ]),
  )
})
