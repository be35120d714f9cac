import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

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

/** What poppler's pdfinfo says: Title, Tagged, Pages and so on. */
export const pdfInfo = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfinfo', [file])
    const lines = stdout.split('\n').filter((line) => line.includes(':'))
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    )
  })

/** Its structure as a screen reader walks it, by poppler’s pdfinfo, and what poppler remarks on it. Words take long. */
export const pdfStructure = (pdf: Uint8Array, words: 'words' | 'no words') =>
  withFile(pdf, async (file) => {
    const { stdout, stderr } = await run('pdfinfo', [words === 'words' ? '-struct-text' : '-struct', file])
    return { lines: stdout.split('\n').map((line) => line.trim()), remarks: stderr }
  })

/** Where its links lead, each once, by poppler's pdfinfo. */
export const pdfLinks = (pdf: Uint8Array) =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfinfo', ['-url', file])
    return [...new Set(stdout.match(/https?:\/\/\S+/g))].toSorted((a, b) => b.length - a.length)
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
