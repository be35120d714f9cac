import * as sealing from '#server/sealing.ts'

const purpose = 'terazi second factor'

/** A secret as it is stored: bound to its owner, so that a row copied to somebody else opens nothing. */
export const seal = (secretKey: string, userId: string, secret: Buffer): Buffer =>
  sealing.seal(secretKey, purpose, userId, secret)

/** The secret again. @throws Error when it was changed, or stored with another key */
export const unseal = (secretKey: string, userId: string, stored: Buffer): Buffer =>
  sealing.unseal(secretKey, purpose, userId, stored)
