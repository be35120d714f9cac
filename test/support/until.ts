/**
 * Waits for what a real line brings, while a test's faked clock stands still: `expect.poll` and `vi.waitFor` move it.
 * The test must leave `setImmediate` real.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** What a test fakes that moves the time on while it waits for real HTTP. */
export const clockOnly: { toFake: ('setTimeout' | 'clearTimeout' | 'Date')[] } = {
  toFake: ['setTimeout', 'clearTimeout', 'Date'],
}
