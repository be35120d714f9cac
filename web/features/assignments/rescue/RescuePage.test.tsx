// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lineOf } from '#contract/rescueFile.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import rescue from '../../../../locales/en/rescue.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import RescuePage from './RescuePage.tsx'

/** A rescue file as a device makes it: the format, whose it is, the rest encrypted. */
const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at === 0 ? 1 : at % 251))
const testId = Buffer.from(bytes.slice(1, 49)).toString('base64url')

let damaged = false
const arrived = serveCalls(() =>
  damaged
    ? problem('rescue_damaged')
    : Response.json({
        assignment: exampleAssignment,
        stored: 5,
        late: 2,
        already: 1,
        refused: 0,
        handedIn: true,
      }),
)

beforeEach(async () => {
  damaged = false
  await startWords()
  i18next.addResourceBundle('en', 'rescue', rescue)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const open = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RescuePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import answers' })
const choose = (text: string) => {
  const input = document.querySelector('input[type=file]')
  const file = new File([text], 'terazi-MYT.txt')
  file.text = async () => text
  fireEvent.change(input ?? document.body, { target: { files: [file] } })
}
const whole = `Encrypted answers\r\n\r\n${lineOf(bytes)}\r\n`

it('imports the answers of a file, and says what was stored', async () => {
  await open()
  expect(importButton().disabled).toBe(true)
  choose(whole)
  await screen.findByText(rescue.complete)
  fireEvent.click(importButton())
  await screen.findByText('Ayşe Demir: MYT')
  screen.getByText('5 answers saved.')
  screen.getByText('1 answer was already here.')
  screen.getByText('The test is complete.')
  expect(arrived.at(-1)).toMatchObject({
    name: 'importRescue',
    params: { testId },
    body: { rescue: Buffer.from(bytes).toString('base64url') },
  })
  // Imported once: another file can follow.
  expect(importButton().disabled).toBe(true)
  choose(whole)
  await waitFor(() => expect(importButton().disabled).toBe(false))
})

it('finds no answers in a file that is cut off', async () => {
  await open()
  choose(whole.slice(0, -10))
  await screen.findByText(rescue.fault)
  expect(importButton().disabled).toBe(true)
})

it('shows the server’s refusal', async () => {
  damaged = true
  await open()
  choose(whole)
  await waitFor(() => expect(importButton().disabled).toBe(false))
  fireEvent.click(importButton())
  await waitFor(() => expect(document.querySelector('[data-type=danger]')).not.toBeNull())
  expect(arrived.at(-1)?.name).toBe('importRescue')
})
