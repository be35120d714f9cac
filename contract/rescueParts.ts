/**
 * How encrypted answers leave a device that cannot send them: as lines of a text file, and the same lines as QR codes. A line
 * says which rescue it belongs to, its place, and a checksum, so that lines may come in any order and several times:
 *
 *     TRZ1:<rescue>:<place>:<of how many>:<checksum>:<data>.
 *
 * The letters are those that a QR code stores in little space.
 */

/** The first byte. Another one is from a release that this one does not know. */
const format = 1
const idsLength = 48
const nonceLength = 12
const tagLength = 16
const headLength = 1 + idsLength
/** A part of this many letters is a code of version 12 at level M, which cheap cameras still read. */
const lettersInPart = 360
const mostParts = 999

/** A rescue taken apart. */
export interface Rescue {
  readonly testId: string
  /** What is authenticated, but not encrypted: the format, and whose attempt it is. */
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

/** What is authenticated beside an attempt's answers. @throws where the testId is none */
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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function toLetters(bytes: Uint8Array): string {
  let text = ''
  let [bits, count] = [0, 0]
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    for (count += 8; count >= 5; count -= 5) text += letters.charAt((bits >> (count - 5)) & 31)
    bits &= 255
  }
  return count === 0 ? text : text + letters.charAt((bits << (5 - count)) & 31)
}

function fromLetters(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const letter of text) {
    bits = ((bits << 5) | letters.indexOf(letter)) & 4095
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 255)
  }
  return Uint8Array.from(bytes)
}

/** CRC-32, as letters. It finds slips of a camera or a hand; that nobody changed anything is proved by the encryption. */
function checksum(bytes: Uint8Array): string {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const sum = ~crc
  return toLetters(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum))
}

const checksumOf = (text: string) => checksum(new TextEncoder().encode(text))
const number = (value: number) => String(value).padStart(3, '0')

/** The lines of a rescue, each of them a QR code. @throws where it is larger than any attempt's answers */
export function partsOf(bytes: Uint8Array): string[] {
  const id = checksum(bytes)
  const data = toLetters(bytes).match(new RegExp(`.{1,${lettersInPart}}`, 'g')) ?? []
  if (data.length > mostParts) throw new Error('These answers are too long to be taken along')
  return data.map((part, index) => {
    const place = `${id}:${number(index + 1)}:${number(data.length)}`
    return `TRZ1:${place}:${checksumOf(`${place}:${part}`)}:${part}.`
  })
}

export interface Part {
  readonly id: string
  /** From 1. */
  readonly place: number
  readonly total: number
  readonly data: string
}

/** The whole parts in a text, such as a file or what a camera read; other text between them is skipped. */
export function readParts(text: string): Part[] {
  // Mail programs break long lines.
  const lines = text.replace(/\s+/g, '')
  const pattern = /TRZ1:(([A-Z2-7]{7}):(\d{3}):(\d{3})):([A-Z2-7]{7}):([A-Z2-7]{1,400})\./g
  return [...lines.matchAll(pattern)].flatMap(([, head = '', id = '', place, total, sum, data = '']) =>
    checksumOf(`${head}:${data}`) === sum ? [{ id, place: Number(place), total: Number(total), data }] : [],
  )
}

/** What was read so far of the rescue whose part was read last. */
export interface Collected {
  readonly id: string
  readonly total: number
  readonly parts: ReadonlyMap<number, string>
}

/** With further parts. The device makes another rescue when somebody asks again: then that one is collected. */
export function withParts(before: Collected | undefined, parts: readonly Part[]): Collected | undefined {
  return parts.reduce<Collected | undefined>((collected, { id, place, total, data }) => {
    const same = collected?.id === id && collected.total === total
    if (same && collected.parts.has(place)) return collected
    return { id, total, parts: new Map([...(same ? collected.parts : []), [place, data]]) }
  }, before)
}

/** The places that were not read yet. */
export const missingOf = ({ total, parts }: Collected): number[] =>
  Array.from({ length: total }, (_, index) => index + 1).filter((place) => !parts.has(place))

/** The rescue, once every part of it is there and they belong together. */
export function joined(collected: Collected): Uint8Array<ArrayBuffer> | undefined {
  if (missingOf(collected).length > 0) return undefined
  const inOrder = [...collected.parts].sort(([a], [b]) => a - b).map(([, data]) => data)
  const bytes = fromLetters(inOrder.join(''))
  return checksum(bytes) === collected.id ? bytes : undefined
}
