import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Sales } from '#server/config.ts'
import type { Log } from '#server/jobs/deps.ts'
import { bankName } from './bank.ts'
import { type BankRow, findBank, keepBank, withBankLock } from './queries.ts'

export interface DemoBank {
  /** Its address, on loopback. */
  readonly url: string
  readonly keys: { readonly apiKey: string; readonly secretKey: string }
  stop(): void
}

interface Options {
  /** The database whose server processes share the bank. */
  directUrl: string
  /** The folder in which the first bank of the installation stores its charges. */
  dataDir: string
  /** The address of the product, which forwards /dev/bank to it. */
  publicUrl: string
  noticeUrl: string
  installments: Sales['installments']
  log: Log
}

const watchMs = 2000

/**
 * The demo bank of an installation: the one that another server process has started, or a new one. When its process ends with the
 * server that started it, another server starts it again at the same address, with the same keys and memory.
 * @throws when it does not come up
 */
export async function startDemoBank(options: Options): Promise<DemoBank> {
  const children = new Set<ChildProcess>()
  const bank = await ensureBank(options, children)
  const url = urlOf(bank)
  let asking = false
  const watch = setInterval(async () => {
    if (asking || (await isAlive(bank))) return
    asking = true
    try {
      await ensureBank(options, children)
    } catch (error) {
      options.log.warn({ err: error }, 'the demo bank is gone and does not start again')
    } finally {
      asking = false
    }
  }, watchMs)
  watch.unref()
  return {
    url,
    keys: { apiKey: bank.apiKey, secretKey: bank.secretKey },
    stop() {
      clearInterval(watch)
      for (const child of children) child.kill('SIGTERM')
    },
  }
}

/** Finds the bank alive, or starts it, with nobody else doing the same. */
const ensureBank = (options: Options, children: Set<ChildProcess>): Promise<BankRow> =>
  withBankLock(options.directUrl, async (client) => {
    const known = await findBank(client)
    if (known !== undefined && (await isAlive(known))) return known
    // The keys stay: a payment that began before a restart is asked for with them.
    const { apiKey, secretKey, file } = known ?? {
      apiKey: 'demo',
      secretKey: randomBytes(24).toString('hex'),
      file: join(options.dataDir, 'demo-bank.json'),
    }
    mkdirSync(dirname(file), { recursive: true })
    const { publicUrl: pageUrl, noticeUrl, installments } = options
    const memory = { keys: { apiKey, secretKey }, file, pageUrl, noticeUrl, installments }
    // Another program may have taken the port meanwhile.
    const started = await spawnBank({ ...memory, port: known?.port ?? 0 }).catch(() => spawnBank(memory))
    children.add(started.child)
    const bank = { port: Number(new URL(started.url).port), apiKey, secretKey, file }
    await keepBank(client, bank)
    return bank
  })

const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

const alive = z.object({ bank: z.string() })

async function isAlive(bank: BankRow): Promise<boolean> {
  try {
    const answer = await fetch(`${urlOf(bank)}/dev/bank/alive`, { signal: AbortSignal.timeout(2000) })
    return alive.parse(await answer.json()).bank === bankName(bank.secretKey)
  } catch {
    return false
  }
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
