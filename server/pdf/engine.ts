import { Worker } from 'node:worker_threads'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { sections } from '#report/sections.ts'
import type { Selection } from '#report/selection.ts'
import { translate } from '../locales.ts'
import { printed } from './pictures.ts'
import { qrSvg, type Slip, type SlipSheet } from './slip.ts'
import type { PdfAnswer, PdfRequest } from './worker.ts'

/** No PDF came out: the template failed on this report, the worker died or took too long, or the engine is closed. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
}

export interface PdfEngine {
  /**
   * The report as a PDF (A4, tagged) holding just what is selected.
   * @param report the scored result, its texts in the language of `locale`
   * @param page where the stored result is read; printed as a code to scan
   * @throws PdfError
   */
  renderReport(report: Report, selection: Selection, locale: Locale, page?: string): Promise<Uint8Array>
  /**
   * Slips to print and cut, eight an A4 page, each in its own language.
   * @throws PdfError
   */
  renderSlips(slips: readonly Slip[], title: string, locale: Locale): Promise<Uint8Array>
  /** Ends the worker; what is queued is rejected. */
  close(): Promise<void>
}

interface Options {
  /** The worker's module; tests put a broken one here. */
  worker?: URL
  /** How long one report may take, in ms. Measured: 25 ms, 250 ms for the first one. */
  timeoutMs?: number
}

interface Job {
  request: PdfRequest
  resolve: (pdf: Uint8Array) => void
  reject: (error: PdfError) => void
}

/** The way from the paper back to the stored result, for whoever doubts it. */
const originalOf = (page: string, t: (key: string, variables?: Record<string, string>) => string) => ({
  link: page,
  qr: qrSvg(page),
  alt: t('report:original.alt'),
  title: t('report:original.title'),
  text: t('report:original.text', { host: new URL(page).host }),
})

/**
 * Typst in a worker thread: a report costs the main thread only the making of its view. Jobs wait here and go to the worker
 * one by one, so when it dies exactly one job fails and the next gets a fresh worker. The worker starts with the first job
 * and does not keep the process alive.
 */
export function createPdfEngine({
  worker: module = new URL('./worker.ts', import.meta.url),
  timeoutMs = 20_000,
}: Options = {}): PdfEngine {
  const queue: Job[] = []
  let active: Job | undefined
  let clock: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let closed = false
  let lastId = 0

  function settle(end: (job: Job) => void) {
    const job = active
    active = undefined
    clearTimeout(clock)
    if (job) end(job)
    next()
  }

  /** Gives up on the present worker; the job it had fails. */
  function lose(lost: Worker, reason: string) {
    if (worker !== lost) return
    worker = undefined
    void lost.terminate()
    settle((job) => job.reject(new PdfError(reason)))
  }

  function start(): Worker {
    const made = new Worker(module)
    made.unref()
    made.on('message', (answer: PdfAnswer) => {
      if (worker !== made || answer.id !== active?.request.id) return
      settle((job) =>
        'pdf' in answer
          ? job.resolve(answer.pdf)
          : job.reject(new PdfError(`The report has no PDF: ${answer.error}`)),
      )
    })
    made.on('error', (error: Error) => lose(made, `The PDF worker failed: ${error.message}`))
    made.on('exit', (code) => lose(made, `The PDF worker ended with code ${code}`))
    return made
  }

  function next() {
    if (active || closed) return
    active = queue.shift()
    if (!active) return
    worker ??= start()
    const used = worker
    clock = setTimeout(() => lose(used, `The report took longer than ${timeoutMs} ms`), timeoutMs)
    used.postMessage(active.request)
  }

  const ask = (template: PdfRequest['template'], view: string) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (closed) return reject(new PdfError('The PDF engine is closed'))
      lastId += 1
      queue.push({ request: { id: lastId, template, view }, resolve, reject })
      next()
    })

  return {
    async renderReport(report, selection, locale, page) {
      const t = (key: string, variables?: Record<string, string | number>) =>
        translate(locale, key, variables)
      const view = printed(sections(report, selection, { locale, t }))
      const original = page === undefined ? null : originalOf(page, t)
      return ask('report', JSON.stringify({ ...view, original }))
    },
    async renderSlips(slips, title, locale) {
      const sheet: SlipSheet = { title, locale, slips }
      return ask('slips', JSON.stringify(sheet))
    },
    async close() {
      closed = true
      clearTimeout(clock)
      const waiting = active ? [active, ...queue] : queue
      for (const job of waiting.splice(0)) job.reject(new PdfError('The PDF engine was closed'))
      const ending = worker
      worker = undefined
      await ending?.terminate()
    },
  }
}
