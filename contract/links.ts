/** Begins the token of a link that works once, so that its page knows before it is used. Invitations to tests have none. */
const singleUse = 'once_'

/** A single-use link's token of a secret. */
export const singleUseToken = (secret: string): string => singleUse + secret

export const isSingleUse = (token: string): boolean => token.startsWith(singleUse)

/** The token at the end of an address to which a mail program or a person may have added a sign, as in `(https://…)`. */
export const tokenIn = (part: string): string =>
  /^((?:once_)?[\w-]{43})[_-]*(?:[^\w-]|$)/.exec(part)?.[1] ?? part

/** Name of a mailed link's parameter with the marker of the browser that asked for it. */
export const askedParameter = 'from'

/** Key in a browser's storage for the markers of the links that were asked for there. */
export const askedKey = 'terazi.asked'
