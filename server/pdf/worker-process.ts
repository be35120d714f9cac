import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { PdfAnswer, PdfReady } from './worker.ts'

interface Listener {
  /** The worker is there, or has drawn something. */
  onMessage: (message: PdfAnswer | PdfReady) => void
  /** It failed or ended, and takes nothing any more. Called once for each thing that went wrong. */
  onEnd: (why: string, cause?: unknown) => void
}

/**
 * Starts a worker, which does not keep this process alive.
 * @throws where no process can be made
 */
export function startWorker(
  module: URL,
  { inBackground, oneCore }: { inBackground: boolean; oneCore: boolean },
  { onMessage, onEnd }: Listener,
): ChildProcess {
  // Nothing of our environment, which contains keys, and advanced, which sends bytes as bytes.
  const made = fork(module, {
    // Typst lays pages out on as many cores as there are.
    env: oneCore ? { RAYON_NUM_THREADS: '1' } : {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: inBackground,
  })
  let complaint = ''
  made.unref()
  made.channel?.unref()
  made.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000)
  })
  made.on('message', onMessage)
  made.on('error', (error: Error) => onEnd(`failed: ${error.message}`, error))
  // After its last words, unlike `exit`.
  made.on('close', (code, signal) => {
    const said = /^\w*Error.*$/m.exec(complaint)?.[0] ?? ''
    onEnd(`ended with ${signal ?? `code ${code}`}${said && `: ${said}`}`)
  })
  return made
}

/**
 * Lets everything else on this machine go before a worker in the background.
 * @throws where the system refuses it
 */
export function letOthersFirst(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  // Linux shares its processors out among sessions first and looks at priorities within each, and every connection of PostgreSQL
  // is a session. So the worker is one as well, and the session gets the priority.
  const session = `/proc/${pid}/autogroup`
  if (existsSync(session)) writeFileSync(session, String(constants.priority.PRIORITY_LOW))
}
