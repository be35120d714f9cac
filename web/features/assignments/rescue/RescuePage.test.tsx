// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { partsOf } from '#contract/rescueParts.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import rescue from '../../../../locales/en/rescue.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import RescuePage from './RescuePage.tsx'

/** As a device makes it: the format, whose it is, the rest encrypted. */
const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at === 0 ? 1 : at % 251))
const parts = partsOf(bytes)
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
  vi.unstubAllGlobals()
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
const paste = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /Text of the QR codes/ }), { target: { value: text } })

it('imports pasted codes once all are there, in any order, and says what was stored', async () => {
  await open()
  expect(importButton().disabled).toBe(true)
  paste('something else')
  await screen.findByText(rescue.fault)
  paste([parts[2], parts[0]].join('\n'))
  screen.getByText('2 of 3 codes read.')
  screen.getByText(/Missing: 2\./)
  expect(importButton().disabled).toBe(true)
  paste(parts[1] ?? '')
  screen.getByText('3 of 3 codes read.')
  fireEvent.click(importButton())
  await screen.findByText('Ayşe Demir: MYT')
  screen.getByText('5 answers saved.')
  screen.getByText('1 answer was already here.')
  screen.getByText('The test is complete.')
  expect(arrived.at(-1)).toMatchObject({
    ...{ name: 'importRescue', params: { testId } },
    body: { rescue: Buffer.from(bytes).toString('base64url') },
  })
})

it('imports a file, and shows the server’s refusal', async () => {
  damaged = true
  await open()
  const input = document.querySelector('input[type=file]')
  const file = new File([`Encrypted answers\r\n\r\n${parts.join('\r\n')}\r\n`], 'terazi-MYT.txt')
  file.text = async () => `Encrypted answers\r\n\r\n${parts.join('\r\n')}\r\n`
  fireEvent.change(input ?? document.body, { target: { files: [file] } })
  await waitFor(() => expect(importButton().disabled).toBe(false))
  fireEvent.click(importButton())
  await waitFor(() => expect(document.querySelector('[data-type=danger]')).not.toBeNull())
  expect(arrived.at(-1)?.name).toBe('importRescue')
})

it('scans with the camera where the browser reads codes, until all are read', async () => {
  let at = 0
  const stop = vi.fn()
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => [{ rawValue: parts[at++ % 3] ?? '' }]
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) },
  })
  HTMLMediaElement.prototype.play = async () => undefined
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Scan QR codes' }))
  await screen.findByText('3 of 3 codes read.')
  await waitFor(() => expect(stop).toHaveBeenCalled())
  expect(importButton().disabled).toBe(false)
})

it('says what else to do where the browser reads no codes', async () => {
  await open()
  await screen.findByText(rescue.camera.none)
})
