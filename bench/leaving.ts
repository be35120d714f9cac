import { type Figure, spread } from './measure.ts'
import { type RunningServer, residentMegabytes } from './server.ts'

const rounds = 3

/** The time until a file's first byte and its last, and the growth of the server's memory meanwhile. */
export async function* measureLeaving(
  server: RunningServer,
  { name, path, token, rows }: { name: string; path: string; token: string; rows: number },
): AsyncGenerator<Figure> {
  const { pid } = server.process
  if (pid === undefined) throw new Error('the server is gone')
  const [first, total, grown]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const before = residentMegabytes(pid)
    let most = before
    const watching = setInterval(() => {
      most = Math.max(most, residentMegabytes(pid))
    }, 20)
    const start = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { authorization: `Token ${token}` },
    })
    if (!answer.ok || answer.body === null) throw new Error(`${path} answered ${answer.status}`)
    let lines = 0
    let begun = 0
    for await (const part of answer.body) {
      if (begun === 0) begun = performance.now() - start
      for (const byte of part) if (byte === 10) lines += 1
    }
    clearInterval(watching)
    // The headings are a line too.
    if (lines < rows) throw new Error(`${path} had ${lines} lines in place of ${rows}`)
    first.push(begun)
    total.push(performance.now() - start)
    grown.push(most - before)
  }
  yield spread(`${name}_first_byte`, 'ms', first)
  yield spread(`${name}_total`, 'ms', total)
  yield {
    ...spread(`${name}_memory`, 'MB', grown),
    note: 'by how much the server grew at most while it wrote',
  }
}
