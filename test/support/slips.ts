import { readSlipCode } from '#contract/slipCode.ts'
import { pdfText } from '#test/pdf.ts'

/** What a file of one slip says to type: the code, and the address it is typed at. */
export async function readSlip(pdf: Uint8Array): Promise<{ address: string; code: string }> {
  const text = await pdfText(pdf)
  const [, address = '', line = ''] = /(\S+\/k)\b.*(?:kodu yazın|this code):\s*\n\s*(.+)/.exec(text) ?? []
  return { address, code: readSlipCode(line) }
}
