import { type Figure, spread } from './measure.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

/** Warm report.pdf calls over HTTP, one after the other: over all completed assignments of the demo, and of each inventory alone. */
export async function* measureReports(server: RunningServer): AsyncGenerator<Figure> {
  const base = `http://127.0.0.1:${server.port}`
  const token = await signIn(server, 'manager')
  const headers = { authorization: `Token ${token}` }
  const get = async (path: string) =>
    (await fetch(`${base}${path}`, { headers })).json() as Promise<{
      results: { id: string; inventory?: { code: string } }[]
    }>
  const clients = await get('/api/clients/')
  const list = await get(`/api/clients/${clients.results[0]?.id}/assignments/?status=completed&page_size=60`)
  const times = new Map<string, number[]>()
  // The first of three rounds is not counted: it loads fonts and compiles the template. No answer is kept anywhere.
  for (const round of [0, 1, 2]) {
    for (const assignment of list.results) {
      const start = performance.now()
      const response = await fetch(`${base}/api/assignments/${assignment.id}/report.pdf`, { headers })
      const bytes = await response.arrayBuffer()
      if (!response.ok || bytes.byteLength < 1000) throw new Error(`report.pdf answered ${response.status}`)
      const code = assignment.inventory?.code ?? ''
      if (round > 0) times.set(code, [...(times.get(code) ?? []), performance.now() - start])
    }
  }
  yield spread('report_pdf', 'ms', [...times.values()].flat())
  for (const [code, of] of times) yield spread(`report_pdf_${code.toLowerCase()}`, 'ms', of)
}
