export interface NewLink {
  userId: string
  purpose: 'magic' | 'manager_invitation' | 'invitation' | 'reset' | 'verification' | 'admin_magic'
  /** The client that asks; null for links that are no invitation. */
  clientId: string | null
  createdBy: string | null
  expiresAt: Date
  /** Handed out instead of mailed, so opening it does not prove an address. */
  handedOver?: true
  /** The key of a code to type, for printed invitations: the code is made with the link and valid as long as it. */
  slipKey?: Buffer
}
