import { deviceStore } from './indexedDb.ts'

/** The properties of a device that matter for a test; null if the browser does not report them. */
export interface DeviceFacts {
  /** Something written could be read again. */
  stores: boolean
  freeBytes: number | null
  privateWindow: boolean
  /** The time that the server took to answer a small request. */
  answerMs: number | null
  battery: { level: number; charging: boolean } | null
  width: number
  height: number
  /** The device's clock minus the server's. */
  clockMs: number | null
}

export interface Advice {
  about: 'storage' | 'space' | 'private' | 'connection' | 'battery' | 'screen' | 'clock'
  count?: number
}

const leastBytes = 5 * 1024 * 1024
const slowMs = 3_000
const lowBattery = 0.2
const leastWidth = 320
const leastHeight = 400
const clockMinutes = 5

/** The advice to show before a test, most important first. A good device gets none. */
export function adviceOf(facts: DeviceFacts): Advice[] {
  const { stores, freeBytes, privateWindow, answerMs, battery, width, height, clockMs } = facts
  const minutes = Math.round(Math.abs(clockMs ?? 0) / 60_000)
  const advice: (Advice | false)[] = [
    !stores && { about: 'storage' },
    stores && freeBytes !== null && freeBytes < leastBytes && { about: 'space' },
    stores && privateWindow && { about: 'private' },
    answerMs !== null && answerMs > slowMs && { about: 'connection' },
    battery !== null &&
      !battery.charging &&
      battery.level <= lowBattery && { about: 'battery', count: Math.round(battery.level * 100) },
    (width < leastWidth || height < leastHeight) && { about: 'screen' },
    minutes >= clockMinutes && { about: 'clock', count: minutes },
  ]
  return advice.filter((each) => each !== false)
}

/** Nobody waits longer for a part of the check than this. */
const patienceMs = 5_000

async function within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), patienceMs)
  })
  return Promise.race([answer.catch(() => otherwise), late]).finally(() => clearTimeout(timer))
}

/** Writes a little to the device and reads it again. */
export async function canStore(): Promise<boolean> {
  const key = 'check'
  await deviceStore.set([[key, true]])
  const kept = await deviceStore.get(key)
  await deviceStore.remove([key])
  return kept === true
}

async function freeBytes(): Promise<number | null> {
  const { quota, usage = 0 } = await navigator.storage.estimate()
  return quota === undefined ? null : quota - usage
}

/** Safari and Firefox refuse their file system in a private window. Chrome does not tell. */
const isPrivate = (): Promise<boolean> =>
  typeof navigator.storage?.getDirectory === 'function'
    ? navigator.storage.getDirectory().then(
        () => false,
        () => true,
      )
    : Promise.resolve(false)

interface Battery {
  level: number
  charging: boolean
}

async function batteryOf(): Promise<Battery | null> {
  const device: Navigator & { getBattery?: () => Promise<Battery> } = navigator
  const { level, charging } = (await device.getBattery?.()) ?? { level: 1, charging: true }
  return { level, charging }
}

/** The page has just asked for the test: the same request is timed, so that the check makes none of its own. */
const requestFor = (assignmentId: string) =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .findLast(({ name }) => name.endsWith(`/participant/assignments/${assignmentId}/`))

/** Slow once may be chance: then, and where the browser timed nothing, one small request decides. */
async function answerTime(known: number | undefined, ask: () => Promise<unknown>): Promise<number | null> {
  if (known !== undefined && known <= slowMs) return known
  const from = performance.now()
  await ask()
  return performance.now() - from
}

/** Looks at the device. What stays unknown, or takes too long, is null; only storage that hangs counts as none. */
export async function deviceFacts(
  test: { id: string; serverTime: string },
  ask: () => Promise<unknown> = () => fetch('/health/live', { cache: 'no-store' }),
): Promise<DeviceFacts> {
  const asked = requestFor(test.id)
  const answeredAt = asked && Date.now() - performance.now() + asked.responseStart
  const [stores, free, privateWindow, answerMs, battery] = await Promise.all([
    within(canStore(), false),
    within(freeBytes(), null),
    within(isPrivate(), false),
    // A refused request says nothing about speed: on a tablet without a connection that is as planned.
    within<number | null>(
      answerTime(asked?.duration, ask).catch(() => null),
      patienceMs,
    ),
    within(batteryOf(), null),
  ])
  return {
    stores,
    freeBytes: free,
    privateWindow,
    answerMs,
    battery,
    width: window.innerWidth,
    height: window.innerHeight,
    clockMs: answeredAt === undefined ? null : answeredAt - Date.parse(test.serverTime),
  }
}
