import type { Log } from '#server/jobs/deps.ts'

interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  text: string
}

/** A log in memory, for tests of what is logged and what never may be. */
export function quietLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: LogLine['level']) =>
    (...said: unknown[]) => {
      const text = said.map((part) =>
        JSON.stringify(part, (_, value: unknown) =>
          value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
        ),
      )
      lines.push({ level, text: text.join(' ') })
    }
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
