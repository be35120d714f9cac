import { seal, unseal } from '#server/sealing.ts'

const purpose = 'terazi identity provider secret'

export interface ProviderKey {
  readonly clientId: string
  readonly id: string
}

const rowOf = ({ clientId, id }: ProviderKey) => `${clientId} ${id}`

/** The secret of this installation at a provider as it is stored, bound to its row. */
export const sealSecret = (slipKey: Buffer, provider: ProviderKey, secret: string): Buffer =>
  seal(slipKey, purpose, rowOf(provider), Buffer.from(secret))

/** @throws Error when the installation's key is not the one it was sealed with */
export const openSecret = (slipKey: Buffer, provider: ProviderKey, sealed: Buffer): string =>
  unseal(slipKey, purpose, rowOf(provider), sealed).toString()
