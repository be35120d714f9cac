// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnAssignment } from '../attempt/start.ts'
import { canStore, type DeviceFacts, deviceFacts } from '../device/check.ts'
import { DeviceAdvice } from './DeviceAdvice.tsx'

vi.mock('../device/check.ts', async (original) => ({
  ...(await original<object>()),
  deviceFacts: vi.fn(),
  canStore: vi.fn(),
}))

const good: DeviceFacts = {
  stores: true,
  freeBytes: null,
  privateWindow: false,
  answerMs: 300,
  battery: null,
  width: 360,
  height: 640,
  clockMs: 0,
}
const look = async (facts: Promise<DeviceFacts>) => {
  vi.mocked(deviceFacts).mockReturnValue(facts)
  const assignment = {
    id: 'a1',
    startedAt: null,
    preTest: [],
    accommodations: { readAloud: true },
  } as unknown as OwnAssignment
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

it.each([
  [true, 'Cevaplar bu cihazda saklanabiliyor.'],
  [false, 'Bu cihaz cevap saklayamıyor. İnternetiniz açık kalsın.'],
])('offers to try touch, saving and sound (saves: %s)', async (stores, said) => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
  vi.mocked(canStore).mockResolvedValue(stores)
  await look(Promise.resolve(good))
  fireEvent.click(screen.getByRole('button', { name: 'Cihazı deneyin (isteğe bağlı)' }))
  expect(screen.getByText('Bu cihazda sesli okuma yok. Soruları okuyun.')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'Hazırım' }))
  await screen.findByText('Dokunma çalışıyor.')
  await screen.findByText(said)
  fireEvent.click(screen.getByRole('button', { name: 'Tamam' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
