import type { ChildProcess } from 'node:child_process'
import type { BaseLogger } from 'pino'
import type { PdfAnswer, PdfReady, PdfRequest } from './worker.ts'
import { letOthersFirst, startWorker } from './worker-process.ts'

/**
 * No PDF came out: the template failed on this document, the worker died or took too long, too many wait, or the engine is
 * closed.
 */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  /** 503 where asking again later helps. */
  readonly statusCode: number

  constructor(message: string, options: { cause?: unknown; statusCode?: number } = {}) {
    super(message, options)
    this.statusCode = options.statusCode ?? 500
  }
}

interface Options {
  log: Pick<BaseLogger, 'warn' | 'error'>
  /** The worker's module; tests put a broken one here. */
  worker?: URL
  /**
   * The longest time for one document, in ms. Measured: 35 ms for a report, 250 ms for the first one, 2 to 7 s for 500
   * slips.
   */
  timeoutMs: number
  /** The most requests that may wait; further ones are refused. */
  maxWaiting: number
  /** Bytes. Above it the worker is replaced before the next document. */
  maxMemory?: number
  /** Gives way to everything else on this machine, and ends when nothing waits. */
  inBackground?: boolean
  /** Leaves the other cores to everything else. */
  oneCore?: boolean
  /** In the background, how long the worker stays for a next document, in ms; 0 unless given. */
  staysMs?: number
  /** The pause after the worker could not start three times in a row, in ms. */
  pauseMs?: number
}

interface Job {
  request: PdfRequest
  resolve: (pdf: Uint8Array) => void
  reject: (error: PdfError) => void
}

/**
 * One worker process and what waits for it. Jobs go to the worker one by one, so when it dies exactly one job fails and the
 * next gets a fresh worker. One that cannot even start is tried three times, then again after a pause; what is asked meanwhile
 * fails at once. The worker starts with the first job and does not keep this process alive.
 */
export class Lane {
  readonly #module: URL
  readonly #options: Options
  readonly #starts: ReturnType<typeof startPause>
  readonly #queue: Job[] = []
  #active: Job | undefined
  #clock: NodeJS.Timeout | undefined
  #leaving: NodeJS.Timeout | undefined
  #worker: ChildProcess | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#module = options.worker ?? new URL('./worker.ts', import.meta.url)
    this.#starts = startPause(options.pauseMs ?? 30_000)
  }

  /** @throws PdfError */
  render(request: PdfRequest): Promise<Uint8Array> {
    return new Promise<Uint8Array>((resolve, reject) => {
      if (this.#closed) return reject(new PdfError('The PDF engine is closed'))
      if (this.#queue.length >= this.#options.maxWaiting)
        return reject(new PdfError('Too many PDFs wait', { statusCode: 503 }))
      this.#queue.push({ request, resolve, reject })
      this.#next()
    })
  }

  /** Ends the worker; what waits is rejected. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#clock)
    clearTimeout(this.#leaving)
    const waiting = this.#active ? [this.#active, ...this.#queue.splice(0)] : this.#queue.splice(0)
    for (const job of waiting) job.reject(new PdfError('The PDF engine was closed'))
    this.#dismiss()
  }

  #next(): void {
    if (this.#active || this.#closed) return
    const job = this.#queue.shift()
    if (!job) return
    clearTimeout(this.#leaving)
    this.#active = job
    const { timeoutMs } = this.#options
    try {
      const used = this.#ready()
      const late = new PdfError(`The report took longer than ${timeoutMs} ms`)
      this.#clock = setTimeout(() => this.#lose(used, late), timeoutMs)
      // A failure to send ends the worker, and its end is the job's.
      used.send(job.request, () => undefined)
    } catch (error) {
      const refused = error instanceof PdfError ? error : new PdfError(String(error), { cause: error })
      // Later, so that a long queue does not become a deep stack.
      queueMicrotask(() => this.#settle(() => job.reject(refused)))
    }
  }

  #settle(end: (job: Job) => void): void {
    const job = this.#active
    this.#active = undefined
    clearTimeout(this.#clock)
    if (job) end(job)
    this.#next()
  }

  /** The worker that takes the next job, a new one if need be. */
  #ready(): ChildProcess {
    if (this.#worker) return this.#worker
    if (this.#starts.isPaused())
      throw new PdfError('The PDF worker could not start; it is tried again later', { statusCode: 503 })
    try {
      this.#worker = this.#start()
      return this.#worker
    } catch (cause) {
      this.#starts.failed()
      const error = new PdfError('The PDF worker could not start', { cause })
      this.#options.log.error({ err: error }, 'PDF worker lost')
      throw error
    }
  }

  #start(): ChildProcess {
    let ready = false
    const { inBackground = false, oneCore = false } = this.#options
    const made = startWorker(
      this.#module,
      { inBackground, oneCore },
      {
        onMessage: (message) => {
          if (this.#worker !== made) return
          ready = true
          this.#starts.started()
          this.#take(message)
        },
        onEnd: (why, cause) => {
          if (this.#worker === made && !ready) this.#starts.failed()
          this.#lose(made, new PdfError(`The PDF worker ${why}`, { cause }))
        },
      },
    )
    if (inBackground && made.pid !== undefined) this.#putBehind(made.pid)
    return made
  }

  /** Linux refuses it for a tenth of a second after another one, and some hosts do so always: the worker draws all the same. */
  #putBehind(pid: number): void {
    try {
      letOthersFirst(pid)
    } catch (err) {
      this.#options.log.warn({ err }, 'a PDF worker does not let others go first')
    }
  }

  /** Hands the worker's answer to the job it is for. */
  #take(answer: PdfAnswer | PdfReady): void {
    if (answer === 'ready' || answer.id !== this.#active?.request.id) return
    const { log, maxMemory = Number.POSITIVE_INFINITY } = this.#options
    if ('short' in answer) log.warn(`A PDF is not PDF/UA: ${answer.short}`)
    if (answer.memory > maxMemory) this.#dismiss()
    this.#leaveWhenIdle()
    this.#settle((job) =>
      'pdf' in answer
        ? job.resolve(answer.pdf)
        : job.reject(new PdfError(`The report has no PDF: ${answer.error}`)),
    )
  }

  /** Gives up on the present worker; the job it had fails. */
  #lose(lost: ChildProcess, reason: PdfError): void {
    if (this.#worker !== lost) return
    this.#worker = undefined
    lost.kill('SIGKILL')
    this.#options.log.error({ err: reason }, 'PDF worker lost')
    this.#settle((job) => job.reject(reason))
  }

  /** In the background, the end of a process gives back its memory. */
  #leaveWhenIdle(): void {
    const { inBackground = false, staysMs = 0 } = this.#options
    if (!inBackground || this.#queue.length > 0) return
    if (staysMs === 0) {
      this.#dismiss()
      return
    }
    this.#leaving = setTimeout(() => this.#dismiss(), staysMs)
    this.#leaving.unref()
  }

  /** Lets the worker go, between two jobs. */
  #dismiss(): void {
    const done = this.#worker
    this.#worker = undefined
    done?.kill('SIGKILL')
  }
}

/** Starts in a row that may fail before there is a pause. */
const maxStarts = 3

/** When a worker that cannot start is tried again: at once a few times, then after a pause of this many ms. */
function startPause(pauseMs: number) {
  let failedStarts = 0
  let pausedUntil = 0
  return {
    isPaused: () => performance.now() < pausedUntil,
    started() {
      failedStarts = 0
    },
    failed() {
      failedStarts += 1
      if (failedStarts < maxStarts) return
      failedStarts = 0
      pausedUntil = performance.now() + pauseMs
    },
  }
}
