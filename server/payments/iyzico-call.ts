import Iyzipay from 'iyzipay'

type Done = (error: unknown, body: unknown) => void
/** Makes one call of the official client. */
export type Call = (client: Iyzipay) => (done: Done) => void

export interface IyzicoOptions {
  readonly apiKey: string
  readonly secretKey: string
  readonly baseUrl: string
  /** The longest time to wait for an answer; the official client would wait for ever. */
  readonly timeoutMs?: number
}

/** One call with a client of its own. The outcome of a time-out is not known, and never "failed". */
export async function answerOf(
  { apiKey, secretKey, baseUrl, timeoutMs = 30_000 }: IyzicoOptions,
  call: Call,
): Promise<{ body: object } | { problem: string }> {
  const client = new Iyzipay({ uri: baseUrl, apiKey, secretKey })
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<{ problem: string }>((resolve) => {
    timer = setTimeout(() => resolve({ problem: `no answer within ${timeoutMs} ms` }), timeoutMs)
  })
  const answered = new Promise<{ body: object } | { problem: string }>((resolve) => {
    try {
      call(client)((error, body) => {
        // Its errors may repeat what was sent: only their code is kept.
        if (error) resolve({ problem: `the call failed: ${Object(error).code ?? 'no code'}` })
        else if (typeof body !== 'object' || body === null || !('status' in body))
          resolve({ problem: 'the answer is not JSON of the provider' })
        else resolve({ body })
      })
    } catch {
      resolve({ problem: 'the request could not be made' })
    }
  })
  try {
    return await Promise.race([answered, limit])
  } finally {
    clearTimeout(timer)
  }
}
