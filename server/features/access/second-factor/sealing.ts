import * as sealing from '#server/sealing.ts'

const purpose = 'terazi second factor'

/** A secret as it is stored: bound to its owner, so that a row copied to somebody else opens nothing. */
export const seal = (secretKey: string, userId: string, secret: Buffer): Buffer =>
  sealing.seal(secretKey, purpose, userId, secret)

/** The secret again. @throws Error when the installation's key is not the one it was sealed with */
export function unseal(secretKey: string, userId: string, stored: Buffer): Buffer {
  try {
    return sealing.unseal(secretKey, purpose, userId, stored)
  } catch (cause) {
    const wrong =
      'The installation’s key (SECRET_KEY, or secret.key in DATA_DIR) is not the one that the secrets of two-step sign-in were encrypted with.'
    throw new Error(wrong, { cause })
  }
}
