import { Worker } from 'node:worker_threads'
import type { Writing, Written } from './write.ts'

/**
 * Writes a backup in a thread of its own. In the main one, hashing and encrypting would delay every request a little for as long
 * as it takes.
 * @throws what writeBackup() throws
 */
export function writeAside(options: Writing): Promise<Written> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...options, slipKey: options.slipKey.toString('base64') },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The backup's thread ended with code ${code}`)))
  })
}
