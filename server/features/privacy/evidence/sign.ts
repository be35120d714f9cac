import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonical } from '#server/features/inventories/content-hash.ts'
import { isSigned, publicKeyOf, signerOf } from '#server/signing.ts'

/** Content with what proves that nobody changed it since. */
const Sealed = z.strictObject({
  format: z.literal('terazi-evidence-1'),
  content: z.record(z.string(), z.json()),
  /** SHA-256 of the canonical content, in hex. */
  sha256: z.string(),
  /** Ed25519, as SPKI in base64. */
  publicKey: z.string(),
  /** Signature of the canonical content: JSON with sorted keys and no white space, in UTF-8. */
  signature: z.string(),
})
export type Sealed = z.infer<typeof Sealed>

/** Signs content with the key of an installation. */
export function seal(content: Sealed['content'], slipKey: Buffer): Sealed {
  const text = canonical(content)
  return {
    format: 'terazi-evidence-1',
    content,
    sha256: createHash('sha256').update(text).digest('hex'),
    publicKey: publicKeyOf(slipKey),
    signature: signerOf(slipKey)(text),
  }
}

/** Sealed content as a file. A byte order mark in a name is escaped: the PDF that carries the file drops others. */
export const fileOf = (sealed: Sealed): string =>
  `${JSON.stringify(sealed, undefined, 2).replaceAll('\uFEFF', '\\ufeff')}\n`

/** Counts the members of all objects in a JSON text, including those that a later one of the same name replaces. */
const membersOfText = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length

const membersOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce(
        (sum: number, one) => sum + membersOf(one),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

/** Whether a text says nothing but what was read from it: a name that is there twice is read once, and a person may read the other. */
export const saysNothingElse = (text: string, sealed: Sealed): boolean =>
  membersOfText(text) === membersOf(sealed)

/** A file as it was signed; undefined for something else. Whether its signature is right is another question: `isIntact`. */
export function readSealed(text: string): Sealed | undefined {
  try {
    return Sealed.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether nothing of the content was changed since the owner of the key in the file signed it. */
export function isIntact({ content, sha256, publicKey, signature }: Sealed): boolean {
  const text = canonical(content)
  return (
    createHash('sha256').update(text).digest('hex') === sha256 && isSigned(text, { publicKey, signature })
  )
}
