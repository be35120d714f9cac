import { setTimeout as pause } from 'node:timers/promises'

const [lookMs, mostMs] = [2, 100]

/**
 * Lets what people wait for go first. If this process is so busy that a short timer is late, the job waits for several times
 * as long.
 */
export async function giveWay(): Promise<void> {
  const begin = performance.now()
  await pause(lookMs)
  const late = performance.now() - begin - lookMs
  if (late > 2 * lookMs) await pause(Math.min(mostMs, 4 * late))
}
