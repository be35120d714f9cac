type Write = (line: string) => void

/** One line per step with the time it took, so that a slow start says where it is slow. */
export function steps(write: Write) {
  return async function step<Result>(
    name: string,
    run: () => Promise<Result>,
    outcome: (result: Result) => string = () => '',
  ): Promise<Result> {
    const start = performance.now()
    const result = await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    write(`  ${name.padEnd(12)} ${seconds.padStart(6)} s  ${outcome(result)}`.trimEnd())
    return result
  }
}

/** Everything that has been opened, to be closed in the opposite order, also when a later step fails. */
export function closers() {
  const open: (() => Promise<unknown> | unknown)[] = []
  return {
    add: (close: () => Promise<unknown> | unknown) => open.push(close),
    async closeAll() {
      const failures: unknown[] = []
      for (let close = open.pop(); close; close = open.pop()) {
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
