/** One line of the table and of latest.json. `limit` is what the same work costs without us; `ratio` is value / limit. */
export interface Figure {
  name: string
  value: number
  unit: string
  limit?: number
  ratio?: number
  n: number
  median: number
  p95?: number
  p99?: number
  /** Explains how the value is measured, if its name and unit do not. */
  note?: string
}

/** The value below which a share of the sorted times lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/**
 * Runs `work` from `workers` loops at once for some seconds.
 * @returns completed calls a second, and their times in ms
 */
export async function load(
  workers: number,
  seconds: number,
  work: (worker: number, round: number) => Promise<void>,
): Promise<{ perSecond: number; times: number[] }> {
  const times: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let round = 1; performance.now() < end; round += 1) {
        const start = performance.now()
        await work(worker, round)
        times.push(performance.now() - start)
      }
    }),
  )
  const perSecond = times.length / ((performance.now() - begin) / 1000)
  return { perSecond, times: times.sort((a, b) => a - b) }
}

/** A throughput figure with its times, against what is possible. */
export function throughput(
  name: string,
  measured: { perSecond: number; times: number[] },
  limit?: { perSecond: number },
): Figure {
  return {
    name,
    value: measured.perSecond,
    unit: '1/s',
    ...(limit && { limit: limit.perSecond, ratio: measured.perSecond / limit.perSecond }),
    n: measured.times.length,
    median: quantile(measured.times, 0.5),
    p95: quantile(measured.times, 0.95),
    p99: quantile(measured.times, 0.99),
  }
}

/** A figure of single times or sizes: its value is their median. */
export function spread(name: string, unit: string, values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b)
  const median = quantile(sorted, 0.5)
  return {
    name,
    value: median,
    unit,
    n: sorted.length,
    median,
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  }
}

const number = (value: number | undefined) =>
  value === undefined ? '' : value < 10 ? value.toFixed(2) : value.toFixed(0)

/** One figure in a line, as soon as it is there. */
export function printLine({ name, value, unit, limit, note }: Figure): void {
  const of = limit === undefined ? '' : ` (limit ${number(limit)})`
  console.log(`${name} ${number(value)} ${unit}${of}${note === undefined ? '' : `: ${note}`}`)
}

/** All figures as a table. */
export function printTable(figures: readonly Figure[]): void {
  console.table(
    Object.fromEntries(
      figures.map(({ name, unit, n, value, limit, ratio, median, p95, p99 }) => [
        name,
        {
          value: number(value),
          unit,
          limit: number(limit),
          ratio: ratio === undefined ? '' : ratio.toFixed(2),
          n,
          median: number(median),
          p95: number(p95),
          p99: number(p99),
        },
      ]),
    ),
  )
}
