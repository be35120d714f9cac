import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { BaseLogger } from 'pino'
import type { PdfAnswer, PdfReady, PdfRequest } from './worker.ts'

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
  /** How long one document may take, in ms. Measured: 35 ms for a report, 250 ms for the first one, 2 to 7 s for 500 slips. */
  timeoutMs: number
  /** How many may wait; who comes then is refused. */
  maxWaiting: number
  /** Bytes. Above it the worker is replaced before the next document. */
  maxMemory?: number
  /** Gives way to everything else on this machine, and ends when nothing waits. */
  inBackground?: boolean
  /** How long nothing is tried after the worker could not start three times in a row, in ms. */
  pauseMs?: number
}

interface Lane {
  /** @throws PdfError */
  render(request: PdfRequest): Promise<Uint8Array>
  /** Ends the worker; what waits is rejected. */
  close(): Promise<void>
}

/** Starts in a row that may fail before there is a pause. */
const maxStarts = 3

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
export function createLane({
  worker: module = new URL('./worker.ts', import.meta.url),
  log,
  timeoutMs,
  maxWaiting,
  maxMemory = Number.POSITIVE_INFINITY,
  inBackground = false,
  pauseMs = 30_000,
}: Options): Lane {
  const queue: Job[] = []
  let active: Job | undefined
  let clock: NodeJS.Timeout | undefined
  let worker: ChildProcess | undefined
  let closed = false
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
  function lose(lost: ChildProcess, reason: PdfError) {
    if (worker !== lost) return
    worker = undefined
    lost.kill('SIGKILL')
    log.error({ err: reason }, 'PDF worker lost')
    settle((job) => job.reject(reason))
  }

  /** Lets the worker go, between two jobs. */
  function dismiss() {
    const done = worker
    worker = undefined
    done?.kill('SIGKILL')
  }

  function start(): ChildProcess {
    // Nothing of our environment, which contains keys, and advanced, which sends bytes as bytes.
    const made = fork(module, {
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (inBackground && made.pid !== undefined) setPriority(made.pid, constants.priority.PRIORITY_LOW)
    let ready = false
    let complaint = ''
    const die = (why: string, cause?: unknown) => {
      if (worker === made && !ready) startFailed()
      lose(made, new PdfError(`The PDF worker ${why}`, { cause }))
    }
    made.unref()
    made.channel?.unref()
    made.stderr?.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-2000)
    })
    made.on('message', (answer: PdfAnswer | PdfReady) => {
      if (worker !== made) return
      ready = true
      failedStarts = 0
      if (answer === 'ready' || answer.id !== active?.request.id) return
      if ('short' in answer) log.warn(`A PDF is not PDF/UA: ${answer.short}`)
      if (answer.memory > maxMemory || (inBackground && queue.length === 0)) dismiss()
      settle((job) =>
        'pdf' in answer
          ? job.resolve(answer.pdf)
          : job.reject(new PdfError(`The report has no PDF: ${answer.error}`)),
      )
    })
    made.on('error', (error: Error) => die(`failed: ${error.message}`, error))
    // After its last words, unlike `exit`.
    made.on('close', (code, signal) => {
      const said = /^\w*Error.*$/m.exec(complaint)?.[0] ?? ''
      die(`ended with ${signal ?? `code ${code}`}${said && `: ${said}`}`)
    })
    return made
  }

  /** The worker that takes the next job, a new one if need be. */
  function ready(): ChildProcess {
    if (worker) return worker
    if (performance.now() < pausedUntil)
      throw new PdfError('The PDF worker could not start; it is tried again later', { statusCode: 503 })
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
      // Where it fails the worker ends, and its end is the job's.
      used.send(job.request, () => undefined)
    } catch (error) {
      const refused = error instanceof PdfError ? error : new PdfError(String(error), { cause: error })
      // Later, so that a long queue does not become a deep stack.
      queueMicrotask(() => settle(() => job.reject(refused)))
    }
  }

  return {
    render: (request) =>
      new Promise<Uint8Array>((resolve, reject) => {
        if (closed) return reject(new PdfError('The PDF engine is closed'))
        if (queue.length >= maxWaiting) return reject(new PdfError('Too many PDFs wait', { statusCode: 503 }))
        queue.push({ request, resolve, reject })
        next()
      }),
    async close() {
      closed = true
      clearTimeout(clock)
      const waiting = active ? [active, ...queue.splice(0)] : queue.splice(0)
      for (const job of waiting) job.reject(new PdfError('The PDF engine was closed'))
      dismiss()
    },
  }
}
