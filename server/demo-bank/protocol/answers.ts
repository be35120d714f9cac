import type { FastifyReply } from 'fastify'
import type { BankState } from '../state.ts'

export const failed = (errorCode: string, errorGroup = '') => ({
  status: 'failure',
  errorCode,
  ...(errorGroup && { errorGroup }),
  errorMessage: 'Demo bank',
  locale: 'tr',
  systemTime: Date.now(),
})

export const succeeded = (rest: object) => ({
  status: 'success',
  locale: 'tr',
  systemTime: Date.now(),
  ...rest,
})

/** Never answers: the caller gives up after its own limit, or as soon as the bank hangs up. */
export function hang({ hangsUp }: BankState, reply: FastifyReply): FastifyReply {
  reply.hijack()
  if (hangsUp) reply.raw.destroy()
  return reply
}

/** A signature with one wrong digit. */
export const flipped = (signature: string) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1)
