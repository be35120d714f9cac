import { expect, test } from 'vitest'
import { readMp3 } from './mp3.ts'

/** Silent frames of MPEG 2, layer III, 24 kbit/s at 22,050 Hz: 78 bytes each, 26 ms. */
const frames = (count: number, header = [0xff, 0xf3, 0x30, 0xc4], size = 78) =>
  Buffer.concat(
    Array.from({ length: count }, () => Buffer.concat([Buffer.from(header), Buffer.alloc(size - 4)])),
  )

test('the length of an MP3 file is that of its frames', () => {
  expect(readMp3(frames(100))?.seconds).toBeCloseTo((100 * 576) / 22_050)
  // MPEG 1 at 128 kbit/s and 44,100 Hz, as recorders make it.
  expect(readMp3(frames(10, [0xff, 0xfb, 0x90, 0xc4], 417))?.seconds).toBeCloseTo((10 * 1152) / 44_100)
})

test('tags before and behind the sound are left out', () => {
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x04Ayse')
  expect(readMp3(Buffer.concat([tag, frames(3), Buffer.from('TAGAyse')]))?.bytes).toEqual(frames(3))
})

test('what is damaged, longer than two minutes or another kind of file is none', () => {
  const cut = frames(3).subarray(0, 200)
  for (const file of [
    Buffer.alloc(0),
    Buffer.from('OggS'),
    cut,
    frames(5000),
    Buffer.concat([frames(3), Buffer.from('MZ')]),
  ])
    expect(readMp3(file)).toBeUndefined()
})
