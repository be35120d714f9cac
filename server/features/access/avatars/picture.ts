import sharp, { type Sharp } from 'sharp'
import { FieldFailure } from '#server/http/failure.ts'

/** Width and height of a stored picture. */
const side = 256
/** The most pixels of a stored logo, across and down: three for each of the 120 × 40 that screens show. */
const logoBox = { width: 360, height: 120 }
/** The darkest value of a channel, of 255, that nobody sees on white. */
const faint = 235
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
export const drawSquare = (file: Uint8Array): Promise<Buffer> =>
  redraw(file, (picture) => picture.resize(side, side, { fit: 'cover' }).webp({ quality: 82 }).toBuffer())

/**
 * Redraws a logo as a PNG on white, which mails and paper can show as well; on a dark page it is a white plate. Nothing else of
 * the file is kept.
 * @throws FieldFailure as drawSquare, and for a logo that can't be seen on white
 */
export async function drawLogo(file: Uint8Array): Promise<{ image: Buffer; width: number; height: number }> {
  const drawn = await redraw(file, (picture) =>
    picture
      .flatten({ background: '#fff' })
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
      .toBuffer({ resolveWithObject: true }),
  )
  const { channels } = await sharp(drawn.data).stats()
  if (channels.every(({ min }) => min > faint)) throw new FieldFailure({ file: { key: 'logo_blank' } })
  return { image: drawn.data, width: drawn.info.width, height: drawn.info.height }
}

/** @throws FieldFailure */
async function redraw<Drawn>(file: Uint8Array, draw: (picture: Sharp) => Promise<Drawn>): Promise<Drawn> {
  if (!isPicture(file)) throw new FieldFailure({ file: { key: 'picture' } })
  try {
    return await draw(sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient())
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
