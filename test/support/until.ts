/**
 * Waits for what a real connection brings while a test's clock is faked: `expect.poll` and `vi.waitFor` would advance it.
 * The test must leave `setImmediate` real.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** The timers to fake in a test that moves the time on while it waits for real HTTP. */
export const clockOnly: { toFake: ('setTimeout' | 'clearTimeout' | 'Date')[] } = {
  toFake: ['setTimeout', 'clearTimeout', 'Date'],
}
