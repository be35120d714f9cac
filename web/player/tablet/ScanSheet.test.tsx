// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canScan, ScanSheet } from './ScanSheet.tsx'

/** The frames that the camera shows, in order. */
let frames: string[][]
const stopped = vi.fn()
const camera = vi.fn(async () => ({ getTracks: () => [{ stop: stopped }] }))

class Detector {
  async detect() {
    return (frames.shift() ?? []).map((rawValue) => ({ rawValue }))
  }
}

beforeEach(() => {
  stopped.mockClear()
  vi.stubGlobal('BarcodeDetector', Detector)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } })
  HTMLMediaElement.prototype.play = async () => undefined
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('hands over the first karekod that the camera sees, and turns it off', async () => {
  frames = [[], ['407218']]
  const onText = vi.fn()
  const { unmount } = render(<ScanSheet onText={onText} onClose={() => undefined} />)
  await waitFor(() => expect(onText.mock.calls).toEqual([['407218']]))
  unmount()
  expect(stopped).toHaveBeenCalledOnce()
})

it('says so where the camera does not open', async () => {
  camera.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  render(<ScanSheet onText={() => undefined} onClose={() => undefined} />)
  await screen.findByText('tablet:scan.failed')
})

it('is offered only where the browser reads karekods', () => {
  expect(canScan()).toBe(true)
  vi.unstubAllGlobals()
  expect(canScan()).toBe(false)
})
