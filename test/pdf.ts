import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const run = promisify(execFile)

async function withFile<T>(pdf: Uint8Array, use: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  try {
    const file = join(folder, 'report.pdf')
    await writeFile(file, pdf)
    return await use(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The words of a PDF in reading order, by poppler's pdftotext. */
export const pdfText = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => (await run('pdftotext', ['-layout', file, '-'])).stdout)

/** The sizes in pixels of the pictures on its pages, by poppler's pdfimages. */
export const pdfPictures = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfimages', ['-list', file])
    const rows = stdout
      .split('\n')
      .slice(2)
      .map((line) => line.trim().split(/\s+/))
    return rows.flatMap(([, , kind, width, height]) => (kind === 'image' ? [`${width}x${height}`] : []))
  })

/** The fields of poppler's pdfinfo: Title, Tagged, Pages and so on. */
export const pdfInfo = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfinfo', [file])
    const lines = stdout.split('\n').filter((line) => line.includes(':'))
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    )
  })

/** The names of its fonts without the letters of their subsets, by poppler's pdffonts. */
export const pdfFonts = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdffonts', [file])
    const lines = stdout.split('\n').slice(2)
    return lines
      .filter((line) => line !== '')
      .map((line) => line.replace(/^[A-Z]{6}\+/, '').split(' ')[0] ?? '')
  })

/** Its structure as a screen reader walks it, by poppler’s pdfinfo, and what poppler remarks on it. Words take long. */
export const pdfStructure = (pdf: Uint8Array, words: 'words' | 'no words') =>
  withFile(pdf, async (file) => {
    const { stdout, stderr } = await run('pdfinfo', [words === 'words' ? '-struct-text' : '-struct', file])
    return { lines: stdout.split('\n').map((line) => line.trim()), remarks: stderr }
  })

/** The addresses of its links, each once, by poppler's pdfinfo. */
export const pdfLinks = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfinfo', ['-url', file])
    return [...new Set(stdout.match(/https?:\/\/\S+/g))].toSorted((a, b) => b.length - a.length)
  })

const readable = prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer,
  },
  fireImmediately: true,
})

/**
 * The QR codes of one page as a reader sees them on paper, 200 dots an inch: what they say, and whether the four modules
 * around each that the standard asks for are blank.
 */
export const pdfCodes = (pdf: Uint8Array, page = 1) =>
  withFile(pdf, async (file, folder) => {
    const at = String(page)
    await run('pdftoppm', [
      '-r',
      '200',
      '-png',
      '-f',
      at,
      '-l',
      at,
      '-singlefile',
      file,
      join(folder, 'page'),
    ])
    const png = await readFile(join(folder, 'page.png'))
    const { data, width } = PNG.sync.read(png)
    await readable
    const codes = await readBarcodes(png, { formats: ['QRCode'], maxNumberOfSymbols: 20 })
    return codes.map(({ text, position: { topLeft, bottomRight }, version }) => {
      const modules = 17 + 4 * Number(version)
      const margin = Math.floor((4 * (bottomRight.x - topLeft.x)) / modules) - 1
      const [left, top] = [topLeft.x - margin, topLeft.y - margin]
      const [right, bottom] = [bottomRight.x + margin, bottomRight.y + margin]
      let dark = 0
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) {
          const inside =
            x > topLeft.x - 2 && x < bottomRight.x + 2 && y > topLeft.y - 2 && y < bottomRight.y + 2
          if (!inside && (data[4 * (y * width + x)] ?? 255) < 200) dark += 1
        }
      return { text, isQuiet: dark === 0 }
    })
  })

/** The first page as PNG, 72 dots an inch, by poppler's pdftoppm. */
export const firstPage = (pdf: Uint8Array) =>
  withFile(pdf, async (file, folder) => {
    await run('pdftoppm', [
      '-r',
      '72',
      '-png',
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      file,
      join(folder, 'page'),
    ])
    return readFile(join(folder, 'page.png'))
  })
