import { type Figure, spread } from './measure.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

/** Warm report.pdf calls over HTTP, one after the other, over the demo's completed ENGLISH and SCL90 assignments. */
export async function measureReports(server: RunningServer): Promise<Figure[]> {
  const base = `http://127.0.0.1:${server.port}`
  const token = await signIn(server, 'manager')
  const headers = { authorization: `Token ${token}` }
  const get = async (path: string) =>
    (await fetch(`${base}${path}`, { headers })).json() as Promise<{ results: { id: string }[] }>
  const clients = await get('/api/clients/')
  const list = await get(`/api/clients/${clients.results[0]?.id}/assignments/?status=completed&page_size=60`)
  const times: number[] = []
  for (const [index, assignment] of [...list.results, ...list.results].entries()) {
    const start = performance.now()
    const response = await fetch(`${base}/api/assignments/${assignment.id}/report.pdf`, { headers })
    const bytes = await response.arrayBuffer()
    if (!response.ok || bytes.byteLength < 1000) throw new Error(`report.pdf answered ${response.status}`)
    // The first ones load fonts and compile the template.
    if (index >= 5) times.push(performance.now() - start)
  }
  return [spread('report_pdf', 'ms', times)]
}
