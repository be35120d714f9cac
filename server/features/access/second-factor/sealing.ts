import * as sealing from '#server/sealing.ts'

export interface Stored {
  readonly secret: Buffer
  readonly sealed: boolean
}

const purpose = 'terazi second factor'

/** A secret as it is stored: bound to its owner, so that a row copied to somebody else opens nothing. */
export const seal = (secretKey: string, userId: string, secret: Buffer): Stored => ({
  secret: sealing.seal(secretKey, purpose, userId, secret),
  sealed: true,
})

/** The secret again. @throws Error when the installation's key is not the one it was sealed with */
export function unseal(secretKey: string, userId: string, { secret, sealed }: Stored): Buffer {
  if (!sealed) return secret
  try {
    return sealing.unseal(secretKey, purpose, userId, secret)
  } catch (cause) {
    const wrong =
      'The installation’s key (SECRET_KEY, or secret.key in DATA_DIR) is not the one that the secrets of two-step sign-in were encrypted with.'
    throw new Error(wrong, { cause })
  }
}
