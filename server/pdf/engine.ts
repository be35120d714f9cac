import { Worker } from 'node:worker_threads'
import type { BaseLogger } from 'pino'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { sections } from '#report/sections.ts'
import type { Selection } from '#report/selection.ts'
import { translate } from '../locales.ts'
import { printed } from './pictures.ts'
import { qrSvg, type Slip, type SlipSheet } from './slip.ts'
import type { PdfAnswer, PdfReady, PdfRequest } from './worker.ts'

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
  log: Pick<BaseLogger, 'warn' | 'error'>
  /** The worker's module; tests put a broken one here. */
  worker?: URL
  /** How long one report may take, in ms. Measured: 25 ms, 250 ms for the first one. */
  timeoutMs?: number
  /** How long nothing is tried after the worker could not start three times in a row, in ms. */
  pauseMs?: number
}

/** Starts in a row that may fail before there is a pause. */
const maxStarts = 3

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
 * one by one, so when it dies exactly one job fails and the next gets a fresh worker. One that cannot even start is tried three
 * times, then again after a pause; what is asked meanwhile fails at once. The worker starts with the first job and does not
 * keep the process alive.
 */
export function createPdfEngine({
  worker: module = new URL('./worker.ts', import.meta.url),
  log,
  timeoutMs = 20_000,
  pauseMs = 30_000,
}: Options): PdfEngine {
  const queue: Job[] = []
  let active: Job | undefined
  let clock: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let closed = false
  let lastId = 0
  let failedStarts = 0
  let pausedUntil = 0

  function settle(end: (job: Job) => void) {
    const job = active
    active = undefined
    clearTimeout(clock)
    if (job) end(job)
    next()
  }

  function startFailed() {
    failedStarts += 1
    if (failedStarts < maxStarts) return
    failedStarts = 0
    pausedUntil = performance.now() + pauseMs
  }

  /** Gives up on the present worker; the job it had fails. */
  function lose(lost: Worker, reason: PdfError) {
    if (worker !== lost) return
    worker = undefined
    void lost.terminate()
    log.error({ err: reason }, 'PDF worker lost')
    settle((job) => job.reject(reason))
  }

  function start(): Worker {
    const made = new Worker(module)
    let ready = false
    const die = (why: string, cause?: unknown) => {
      if (worker === made && !ready) startFailed()
      lose(made, new PdfError(`The PDF worker ${why}`, { cause }))
    }
    made.unref()
    made.on('message', (answer: PdfAnswer | PdfReady) => {
      if (worker !== made) return
      ready = true
      failedStarts = 0
      if (answer === 'ready' || answer.id !== active?.request.id) return
      if ('short' in answer) log.warn(`A PDF is not PDF/UA: ${answer.short}`)
      settle((job) =>
        'pdf' in answer
          ? job.resolve(answer.pdf)
          : job.reject(new PdfError(`The report has no PDF: ${answer.error}`)),
      )
    })
    made.on('error', (error: Error) => die(`failed: ${error.message}`, error))
    made.on('messageerror', (error) => die(`failed: ${error.message}`, error))
    made.on('exit', (code) => die(`ended with code ${code}`))
    return made
  }

  /** The worker that takes the next job, a new one if need be. */
  function ready(): Worker {
    if (worker) return worker
    if (performance.now() < pausedUntil)
      throw new PdfError('The PDF worker could not start; it is tried again later')
    try {
      worker = start()
      return worker
    } catch (cause) {
      startFailed()
      const error = new PdfError('The PDF worker could not start', { cause })
      log.error({ err: error }, 'PDF worker lost')
      throw error
    }
  }

  function next() {
    if (active || closed) return
    const job = queue.shift()
    if (!job) return
    active = job
    try {
      const used = ready()
      const late = new PdfError(`The report took longer than ${timeoutMs} ms`)
      clock = setTimeout(() => lose(used, late), timeoutMs)
      used.postMessage(job.request)
    } catch (error) {
      const refused = error instanceof PdfError ? error : new PdfError(String(error), { cause: error })
      // Later, so that a long queue does not become a deep stack.
      queueMicrotask(() => settle(() => job.reject(refused)))
    }
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
