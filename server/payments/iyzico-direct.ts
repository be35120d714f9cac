import { z } from 'zod'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { decimalOf } from './decimal.ts'
import { createIyzico, initializeOf } from './iyzico.ts'
import { failure, isOurs, outcomeOf, reasonOf, text } from './iyzico-answers.ts'
import { answerOf, type IyzicoOptions } from './iyzico-call.ts'
import type { CardSteps, PaymentProvider } from './provider.ts'
import { answerSignature, sameSignature } from './signatures.ts'

const initialized = z.object({
  status: z.literal('success'),
  paymentId: text,
  conversationId: z.string(),
  threeDSHtmlContent: z.base64().min(1),
  signature: z.string(),
})
const returned = z.object({
  status: z.string().max(50),
  paymentId: z.string().min(1).max(100),
  conversationData: z.string().max(20_000).default(''),
  conversationId: z.string().max(100),
  mdStatus: z.string().max(10),
  signature: z.string().max(200),
})
/** What is wrong with a card as it was typed; these come without a group. */
const cardFields = new Set(['12', '13', '14', '15', '16', '17'])

/** What is kept of the secret in a card form's address. */
export const cardFormToken = (secret: string): string => hashSecret(secret).toString('base64url')

/**
 * Direct 3-D Secure: cards are typed on a page of ours and pass through this server (PCI DSS, SAQ D). All but the beginning of a
 * payment is as with the hosted page.
 */
export function createIyzicoDirect(options: IyzicoOptions): PaymentProvider {
  const { secretKey } = options
  const cards: CardSteps = {
    async challenge(payment, card, { installment, paidKurus }) {
      const request = {
        ...initializeOf(payment),
        paidPrice: decimalOf(paidKurus),
        installment,
        paymentChannel: 'WEB',
        paymentCard: {
          cardHolderName: card.holderName,
          cardNumber: card.number,
          expireMonth: card.expireMonth,
          expireYear: card.expireYear,
          cvc: card.cvc,
          registerCard: 0,
        },
      }
      const answer = await answerOf(
        options,
        (client) => (done) => client.threedsInitialize.create(request, done),
      )
      if ('problem' in answer) return { kind: 'unreachable', problem: answer.problem }
      const failed = failure.safeParse(answer.body)
      if (failed.success) {
        const { errorCode: code, errorGroup } = failed.data
        if (cardFields.has(code)) return { kind: 'failed', reason: 'card_details', code }
        if (isOurs(code, errorGroup)) return { kind: 'unreachable', problem: `the provider refused: ${code}` }
        return { kind: 'failed', reason: reasonOf(errorGroup), code }
      }
      const { data } = initialized.safeParse(answer.body)
      if (data === undefined) return { kind: 'unreachable', problem: 'the answer is none of this call' }
      const expected = answerSignature(secretKey, [data.paymentId, data.conversationId])
      if (!sameSignature(expected, data.signature) || data.conversationId !== payment.conversationId)
        return { kind: 'unreachable', problem: 'the signature is wrong' }
      const page = Buffer.from(data.threeDSHtmlContent, 'base64').toString('utf8')
      return { kind: 'challenge', paymentId: data.paymentId, page }
    },

    readReturn(posted) {
      const { data } = returned.safeParse(posted)
      if (data === undefined) return undefined
      const { conversationData, conversationId, mdStatus, paymentId, status } = data
      const values = [conversationData, conversationId, mdStatus, paymentId, status]
      if (!sameSignature(answerSignature(secretKey, values), data.signature)) return undefined
      // Some charges would go through with 0 or 4: the bank would not be liable for them.
      const authenticated = status === 'success' && mdStatus === '1'
      return { conversationId, paymentId, conversationData, mdStatus, authenticated }
    },

    async charge(payment, { paymentId, conversationData }) {
      const { conversationId } = payment
      const request = {
        locale: 'tr',
        conversationId,
        paymentId,
        ...(conversationData === '' ? {} : { conversationData }),
      }
      const answer = await answerOf(
        options,
        (client) => (done) => client.threedsPayment.create(request, done),
      )
      if ('problem' in answer) return { kind: 'unknown', problem: answer.problem }
      // Unlike the detail it does not say that a payment went through: it answers nothing else.
      return outcomeOf({ paymentStatus: 'SUCCESS', ...answer.body }, { ...payment, token: null }, secretKey)
    },
  }
  return {
    ...createIyzico(options),
    name: 'iyzico_direct',
    cards,
    // The provider hears of the payment when the card is there.
    async start({ cardFormUrl }) {
      const secret = newSecret()
      return {
        kind: 'started',
        token: cardFormToken(secret),
        paymentPageUrl: `${cardFormUrl}/${secret}`,
      }
    },
  }
}
