import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

export interface DemoBank {
  /** Where it listens, on loopback. */
  readonly url: string
  readonly keys: { readonly apiKey: string; readonly secretKey: string }
  stop(): void
}

const claim = z.object({
  url: z.string(),
  keys: z.object({ apiKey: z.string(), secretKey: z.string() }),
})
type Claim = z.infer<typeof claim>

/**
 * The demo bank of an installation: the one that another server process with the same data folder has started, or a new
 * one. Whoever starts it leaves its address in the folder.
 * @throws when it does not come up
 */
export async function startDemoBank(options: {
  dataDir: string
  /** The address of the product, which forwards /dev/bank to it. */
  publicUrl: string
  noticeUrl: string
}): Promise<DemoBank> {
  mkdirSync(options.dataDir, { recursive: true })
  const file = join(options.dataDir, 'demo-bank.address.json')
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const running = readClaim(file)
    if (running !== undefined && (await isAlive(running.url))) return { ...running, stop: () => undefined }
    if (lock(file)) {
      try {
        return await start(file, running, options)
      } finally {
        rmSync(`${file}.lock`, { force: true })
      }
    }
    await pause(100)
  }
  // Whoever held the lock has died with it.
  rmSync(`${file}.lock`, { force: true })
  throw new Error('The demo bank does not start.')
}

function readClaim(file: string): Claim | undefined {
  try {
    return claim.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // None yet, or one that was being written when its server died.
    return undefined
  }
}

/** Of several servers that start at once, one starts the bank. */
function lock(file: string): boolean {
  try {
    writeFileSync(`${file}.lock`, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

async function isAlive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/dev/bank/alive`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

async function start(
  file: string,
  before: Claim | undefined,
  { dataDir, publicUrl, noticeUrl }: { dataDir: string; publicUrl: string; noticeUrl: string },
): Promise<DemoBank> {
  // The keys stay: a payment that began before a restart is asked for with them.
  const keys = before?.keys ?? { apiKey: 'demo', secretKey: randomBytes(24).toString('hex') }
  const bank = { keys, file: join(dataDir, 'demo-bank.json'), pageUrl: publicUrl, noticeUrl }
  const { url, stop } = await spawnBank(bank)
  writeFileSync(file, JSON.stringify({ url, keys }), { mode: 0o600 })
  return { url, keys, stop }
}

/** Starts the bank's process. @returns where it listens */
export async function spawnBank(
  options: object,
): Promise<{ url: string; child: ChildProcess; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
  })
  for await (const line of createInterface(child.stdout)) {
    const url = `http://127.0.0.1:${Number(line)}`
    return { url, child, stop: () => child.kill('SIGTERM') }
  }
  throw new Error('The demo bank ended before it listened.')
}
