/**
 * Encrypted answers leave a device that cannot send them in a text file, on a line of their own between other words:
 *
 *     TRZ1:<the rescue in base64url>.
 *
 * The point shows that nothing is cut off. That nobody changed anything is proved by the encryption.
 */

/** The first byte. Another one is from a release that this one does not know. */
const format = 1
const idsLength = 48
const nonceLength = 12
const tagLength = 16
const headLength = 1 + idsLength

/** A rescue taken apart. */
export interface Rescue {
  readonly testId: string
  /** The part that is authenticated, but not encrypted: the format, and whose attempt it is. */
  readonly head: Uint8Array<ArrayBuffer>
  readonly nonce: Uint8Array<ArrayBuffer>
  /** The answers and the tag behind them. */
  readonly sealed: Uint8Array<ArrayBuffer>
}

export const toBase64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @throws where the text is no base64url */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** The data that is authenticated beside an attempt's answers. @throws where the testId is none */
export const headOf = (testId: string): Uint8Array<ArrayBuffer> =>
  concat([Uint8Array.of(format), fromBase64url(testId)])

export function concat(all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(all.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const one of all) {
    bytes.set(one, at)
    at += one.length
  }
  return bytes
}

/** Undefined for bytes that cannot be a rescue of this format. */
export function readRescue(bytes: Uint8Array<ArrayBuffer>): Rescue | undefined {
  if (bytes.length < headLength + nonceLength + tagLength || bytes[0] !== format) return undefined
  return {
    testId: toBase64url(bytes.slice(1, headLength)),
    head: bytes.slice(0, headLength),
    nonce: bytes.slice(headLength, headLength + nonceLength),
    sealed: bytes.slice(headLength + nonceLength),
  }
}

/** The longest rescue in base64url: more than any attempt's answers. */
export const longestRescue = 500_000

/** The line of a file that has a rescue. @throws where it is larger than any attempt's answers */
export function lineOf(bytes: Uint8Array): string {
  const text = toBase64url(bytes)
  if (text.length > longestRescue) throw new Error('These answers are too long to be taken along')
  return `TRZ1:${text}.`
}

/** The rescue in the text of a file, in base64url, and the attempt that it says it is of; undefined where there is none. */
export function readRescueFile(text: string): { testId: string; rescue: string } | undefined {
  // Mail programs break long lines.
  const rescue = /TRZ1:([A-Za-z0-9_-]+)\./.exec(text.replace(/\s+/g, ''))?.[1] ?? ''
  // No bytes have a base64 of this length.
  if (rescue.length % 4 === 1) return undefined
  const testId = readRescue(fromBase64url(rescue))?.testId
  return testId === undefined ? undefined : { testId, rescue }
}
