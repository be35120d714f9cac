import type { IncomingMessage } from 'node:http'

export interface Answered {
  status: number
  type: string
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The whole answer, or the beginning of an event stream. */
export function readAnswer(answer: IncomingMessage): Promise<Answered> {
  const type = String(answer.headers['content-type'] ?? '')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const done = () =>
      resolve({
        status: answer.statusCode ?? 0,
        type,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      })
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (type !== 'text/event-stream') return
      done()
      answer.destroy()
    })
    answer.on('error', reject)
    answer.on('end', done)
  })
}
