import { setTimeout as pause } from 'node:timers/promises'
import { post, untilAnswered, type World } from './client.ts'

/** A manager who pauses some of the tests that run, again and again, and lets them go on a moment later. */
export async function pauseTests(
  { token, clientId, running }: { token: string; clientId: string; running: () => readonly string[] },
  world: World,
): Promise<void> {
  const order = async (chosen: string[], paused: boolean) => {
    await untilAnswered(world, () => {
      world.tell({ what: 'pause', assignments: chosen, paused, done: false })
      return post(world, {
        path: `/clients/${clientId}/board/pause/`,
        token,
        attempt: null,
        body: { paused, assignmentIds: chosen },
      })
    })
    world.tell({ what: 'pause', assignments: chosen, paused, done: true })
  }
  while (!world.calm()) {
    const chosen = running().filter(() => world.random() < 0.3)
    if (chosen.length > 0) {
      await order(chosen, true)
      await pause(500 + world.random() * 2500, undefined, { signal: world.signal })
      await order(chosen, false)
    }
    await pause(500 + world.random() * 2500, undefined, { signal: world.signal })
  }
}
