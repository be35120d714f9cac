import { readSlipCode } from '#contract/slipCode.ts'
import { newSeed, printedSecrets } from '#server/secrets.ts'
import { pdfText } from '#test/pdf.ts'

/** What a file of one slip says to type: the code, and the address it is typed at. */
export async function readSlip(pdf: Uint8Array): Promise<{ address: string; code: string }> {
  const text = await pdfText(pdf)
  const [, address = '', line = ''] = /(\S+\/k)\b.*(?:kodu yazın|this code):\s*\n\s*(.+)/.exec(text) ?? []
  return { address, code: readSlipCode(line) }
}

/** A code that nobody was given. */
export const strangeSlipCode = () => printedSecrets(newSeed(), newSeed()).code
