import { parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './write.ts'

const { slipKey, ...options } = workerData
parentPort?.postMessage(await writeBackup({ ...options, slipKey: Buffer.from(slipKey, 'base64') }))
