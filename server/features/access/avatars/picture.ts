import sharp from 'sharp'
import { FieldFailure } from '#server/http/failure.ts'

/** Width and height of a stored picture. */
const side = 256
// A phone's photo has 12 million; a file of a few kilobytes can claim billions.
const maxPixels = 20_000_000

// One thread for each picture of the pool that works off the event loop, and nothing kept of pictures that are done.
sharp.concurrency(1)
sharp.cache(false)

const ascii = (file: Uint8Array, from: number, to: number) =>
  Buffer.from(file.subarray(from, to)).toString('latin1')

/** PNG, JPEG or WebP by their first bytes; the file's name doesn't count. */
const isPicture = (file: Uint8Array) =>
  ascii(file, 0, 8) === '\x89PNG\r\n\x1a\n' ||
  ascii(file, 0, 3) === '\xff\xd8\xff' ||
  (ascii(file, 0, 4) === 'RIFF' && ascii(file, 8, 12) === 'WEBP')

/** Messages of the readers of the three formats for damaged files; one of PNG's damages has no message. */
const damaged = /^(Input buffer|VipsJpeg:|vipspng:|webp2vips:|Unknown error$)/

/**
 * Redraws a picture as a square WebP, which drops everything else in the file (place, camera, hidden parts).
 * @throws FieldFailure for what is no such picture, is damaged, or has too many pixels
 */
export async function drawSquare(file: Uint8Array): Promise<Buffer> {
  if (!isPicture(file)) throw new FieldFailure({ file: { key: 'picture' } })
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit'))
      throw new FieldFailure({ file: { key: 'picture_pixels' } })
    if (error instanceof Error && damaged.test(error.message) && !error.message.includes('memory'))
      throw new FieldFailure({ file: { key: 'picture' } })
    // The file is not at fault, so its sender isn't asked for another one; the log has the cause.
    throw error
  }
}

/** A stored picture for a document: on white, in a format that every version of the PDF engine can draw. */
export const asJpeg = (image: Uint8Array): Promise<Buffer> =>
  sharp(image).flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer()
