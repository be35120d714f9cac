// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnAssignment } from '../attempt/start.ts'
import { type DeviceFacts, deviceFacts } from '../device/check.ts'
import { DeviceAdvice } from './DeviceAdvice.tsx'

vi.mock('../device/check.ts', async (original) => ({ ...(await original<object>()), deviceFacts: vi.fn() }))

const good: DeviceFacts = {
  ...{ stores: true, freeBytes: null, privateWindow: false, answerMs: 300 },
  ...{ battery: null, width: 360, height: 640, clockMs: 0 },
}
const look = async (facts: Promise<DeviceFacts>) => {
  vi.mocked(deviceFacts).mockReturnValue(facts)
  const assignment = { id: 'a1', serverTime: '2026-11-20T10:00:00Z' } as OwnAssignment
  render(<DeviceAdvice assignment={assignment} />)
  await facts.catch(() => undefined)
}

afterEach(cleanup)

it('says what is wrong and what to do, in one box', async () => {
  await look(Promise.resolve({ ...good, battery: { level: 0.1, charging: false }, width: 300 }))
  await screen.findByText('Pil: %10. Cihazı şarja takın.')
  expect(screen.getByRole('status').textContent).toBe(
    'Cihazınız için öneriPil: %10. Cihazı şarja takın.Ekran küçük. Telefonu dik tutun ya da pencereyi büyütün.',
  )
})

it('shows nothing and asks for no press where all is well, and where nothing could be found out', async () => {
  for (const facts of [Promise.resolve(good), Promise.reject(new Error('x'))]) {
    await look(facts)
    expect(screen.getByRole('status').childNodes).toHaveLength(0)
    cleanup()
  }
})
