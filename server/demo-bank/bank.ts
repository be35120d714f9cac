import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Sales } from '#server/config.ts'
import { noticeSignature } from '#server/payments/signatures.ts'
import { browserRoutes } from './browser-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { protocolRoutes } from './protocol/routes.ts'
import type { BankKeys } from './protocol/signed-calls.ts'
import { type BankPayment, openState } from './state.ts'

export interface BankOptions {
  readonly keys: BankKeys
  /** The file that stores charges. */
  readonly file: string
  /** The surcharge for each number of instalments, as the shop has agreed with its provider. */
  readonly installments: Sales['installments']
  /** The address under which a browser reaches `/dev/bank`; the bank's own unless given. */
  readonly pageUrl?: string
  /** The address that gets messages about payments; none unless given. */
  readonly noticeUrl?: string
  readonly noticeDelayMs?: number
  /** It ends the connection where a scenario never answers: its caller need not wait for the time limit. */
  readonly hangsUp?: boolean
}

/** Which bank it is: another installation's may listen where this one did. Says nothing of its key. */
export const bankName = (secretKey: string): string =>
  createHash('sha256').update(`demo bank ${secretKey}`).digest('hex').slice(0, 16)

/** The demo's bank, which speaks the payment provider's protocol: not yet listening. No card is ever charged by it. */
export function buildBank(options: BankOptions): FastifyInstance {
  const { keys, noticeUrl } = options
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  // Signatures are over the bytes as they came.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const state = openState(options.file, options.hangsUp)
  const own = () => {
    const address = app.server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  const notify = async (one: BankPayment, url = noticeUrl): Promise<number> => {
    if (url === undefined) return 0
    const body = {
      paymentConversationId: one.conversationId,
      merchantId: 1,
      paymentId: Number(one.paymentId),
      iyziPaymentId: Number(one.paymentId),
      token: one.token,
      status: one.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE',
      iyziReferenceCode: `demo-${one.paymentId}-${one.status}-${one.fraudStatus}`,
      iyziEventType: 'CHECKOUT_FORM_AUTH',
      iyziEventTime: Date.now(),
    }
    const signed = [body.iyziEventType, one.paymentId, one.token, one.conversationId, body.status]
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-iyz-signature-v3': noticeSignature(keys.secretKey, signed),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    return answer.status
  }

  const waiting = new Set<NodeJS.Timeout>()
  /** Tells the shop some seconds later, three times at most. */
  const notifyLater = (one: BankPayment, attempt = 1): void => {
    if (noticeUrl === undefined) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void notify(one).then(
        (status) => status >= 300 && attempt < 3 && notifyLater(one, attempt + 1),
        () => attempt < 3 && notifyLater(one, attempt + 1),
      )
    }, options.noticeDelayMs ?? 10_000)
    timer.unref()
    waiting.add(timer)
  }
  app.addHook('onClose', async () => {
    for (const timer of waiting) clearTimeout(timer)
  })

  protocolRoutes(app, state, { keys, pageUrl: () => options.pageUrl ?? own() })
  const decided = (one: BankPayment) => notifyLater(one)
  browserRoutes(app, { state, offered: options.installments, decided })
  controlRoutes(app, state, notify)
  app.get('/dev/bank/alive', () => ({ bank: bankName(keys.secretKey), pid: process.pid }))
  return app
}
