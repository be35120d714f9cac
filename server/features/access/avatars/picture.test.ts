import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { FieldFailure } from '#server/http/failure.ts'
import { drawSquare } from './picture.ts'

afterEach(() => vi.restoreAllMocks())

const size = { width: 200, height: 150, channels: 3 } as const

/** The same restless surface each time. */
const surface = Uint8Array.from(
  { length: size.width * size.height * size.channels },
  (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24,
)

const picture = (format: 'png' | 'jpeg' | 'webp') => sharp(surface, { raw: size }).toFormat(format).toBuffer()

test.each(['png', 'jpeg', 'webp'] as const)('a damaged %s is the fault of the file', async (format) => {
  const whole = await picture(format)
  for (const part of [0.02, 0.2, 0.5, 0.9])
    await expect(drawSquare(whole.subarray(0, 12 + whole.length * part))).rejects.toThrow(FieldFailure)
  const turned = Buffer.from(whole)
  // WebP's reader makes some picture of any data, but not of a frame that begins wrong.
  for (let at = format === 'webp' ? 20 : 30; at < 90; at += 3) turned[at] = 255 - (turned[at] ?? 0)
  await expect(drawSquare(turned)).rejects.toThrow(FieldFailure)
})

test('what is not the fault of the file is not blamed on it', async () => {
  const file = await picture('png')
  for (const message of ['vips_malloc: out of memory', 'VipsJpeg: out of memory', 'no such operation']) {
    vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error(message))
    await expect(drawSquare(file)).rejects.toThrow(message)
  }
})
