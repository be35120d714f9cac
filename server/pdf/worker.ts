import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { printable } from './letters.ts'
import { qrSvg, type SlipSheet } from './slip.ts'
import { withRowHeaders } from './structure.ts'

/** A view as JSON goes in, a PDF or the reason why there is none comes out. One at a time: Typst’s calls block. */
export interface PdfRequest {
  id: number
  /** The file that draws it. */
  template: 'report' | 'group' | 'compare' | 'slips' | 'document' | 'poster' | 'evidence' | 'paper'
  view: string
  /** The pages as a picture in place of the file. */
  as?: 'svg'
}
/** `short` says what the file lacks, if anything; `memory` is what this process uses, in bytes. */
export type PdfAnswer = { id: number; memory: number } & (
  | { pdf: Uint8Array; short?: string }
  | { error: string }
)
/** Said once, when everything is loaded. */
export type PdfReady = 'ready'

const folder = new URL('./', import.meta.url)
const fonts = new URL('fonts/', folder)
const fontBlobs = readdirSync(fonts)
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(new URL(name, fonts)))

// Typst would take letters that ours lack from the system, and each host has others.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', fonts))

// The workspace is the root that the template can read from; packages and network are never asked for by it.
const compiler = NodeCompiler.create({ workspace: fileURLToPath(folder), fontArgs: [{ fontBlobs }] })
const viewPath = fileURLToPath(new URL('view.json', folder))
const mainFiles = {
  report: fileURLToPath(new URL('report.typ', folder)),
  group: fileURLToPath(new URL('group.typ', folder)),
  compare: fileURLToPath(new URL('compare.typ', folder)),
  slips: fileURLToPath(new URL('slips.typ', folder)),
  document: fileURLToPath(new URL('document.typ', folder)),
  poster: fileURLToPath(new URL('poster.typ', folder)),
  evidence: fileURLToPath(new URL('evidence.typ', folder)),
  paper: fileURLToPath(new URL('paper.typ', folder)),
}

const shown = printable(fontBlobs)

/** The view as it is drawn: of letters that the fonts have; what is attached or leads elsewhere to the letter. */
const drawn = (view: string) =>
  JSON.parse(view, (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'file' && key !== 'link' && key !== 'page' ? shown(value) : value,
  )

/** Codes are drawn here: five hundred of them would block the main thread. */
const withCodes = ({ slips, ...sheet }: SlipSheet) => ({
  ...sheet,
  slips: slips.map((slip) => ({ ...slip, qr: qrSvg(slip.link) })),
})

// A document may fail PDF/UA-1 because of a letter that a font shows without a reading, and a
// Typst older than 0.14 (platforms other than 64-bit Linux), which does not know the standard.
const lacks = (reason: string) => {
  if (reason.includes('unknown variant `ua-1`')) return 'this platform’s Typst does not know PDF/UA'
  const faults = reason.match(/severity: Error/g)?.length ?? 0
  const letters = reason.match(/message: "PDF\/UA-1 error: the (?:text|PDF contains text) /g)?.length ?? 0
  return letters > 0 && letters === faults ? 'some of its letters cannot be shown or read out' : undefined
}

function render({ template, view: given, as }: PdfRequest): { pdf: Uint8Array; short?: string } {
  const mainFilePath = mainFiles[template]
  const view = drawn(given)
  // As a file and not among the inputs: those belong to Typst's library, and with another library nothing that was
  // laid out before is laid out again any faster.
  compiler.mapShadow(viewPath, Buffer.from(JSON.stringify(template === 'slips' ? withCodes(view) : view)))
  const compiled = compiler.compile({ mainFilePath })
  const document = compiled.result
  if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'no document'))
  if (as === 'svg') return { pdf: Buffer.from(compiler.plainSvg(document)) }
  try {
    return { pdf: withRowHeaders(compiler.pdf(document, { pdfStandard: 'ua-1' })) }
  } catch (error) {
    const short = error instanceof Error ? lacks(error.message) : undefined
    if (short === undefined) throw error
    return { pdf: withRowHeaders(compiler.pdf(document)), short }
  }
}

process.on('message', (request: PdfRequest) => {
  const { id } = request
  const memory = () => process.memoryUsage.rss()
  let answer: PdfAnswer
  try {
    answer = { id, ...render(request), memory: memory() }
  } catch (error) {
    answer = { id, error: error instanceof Error ? error.message : String(error), memory: memory() }
  }
  process.send?.(answer)
  // After the answer, which it would keep waiting. What the report before this one had as well (words, headings, the
  // template itself) stays laid out; without this the memoised layouts of 1,500 reports used 1.4 GB.
  compiler.evictCache(1)
})
// The server decides when this ends: Ctrl-C reaches both, and what is being drawn is still answered.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
const ready: PdfReady = 'ready'
process.send?.(ready)
