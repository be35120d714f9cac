import { inflateSync } from 'node:zlib'

/**
 * The text of the one file attached to a PDF.
 * @param pdf as this product writes it; a program that saved it again may have packed the attachment in another way
 * @returns undefined where no attachment, or more than one, is found
 */
export function attachedText(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1')
  const [head, ...more] = [
    ...text.matchAll(
      /\n\d+ 0 obj\n<<\n((?: {2}[^\n]*\n)*? {2}\/Type \/EmbeddedFile\n(?: {2}[^\n]*\n)*)>>\nstream\n/g,
    ),
  ]
  const length = /^ {2}\/Length (\d+)$/m.exec(head?.[1] ?? '')?.[1]
  if (head === undefined || length === undefined || more.length > 0) return undefined
  const start = head.index + head[0].length
  const bytes = pdf.subarray(start, start + Number(length))
  if (!head[1]?.includes('/FlateDecode')) return bytes.toString('utf8')
  try {
    return inflateSync(bytes).toString('utf8')
  } catch {
    // Damaged.
    return undefined
  }
}
