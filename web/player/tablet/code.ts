import { dayCodeLength } from '#contract/dayCode.ts'

/** The code after a key: a digit, or the last one deleted. */
export function typedCode(code: string, key: string, most = dayCodeLength): string {
  if (key === 'Backspace') return code.slice(0, -1)
  return /^\d$/.test(key) && code.length < most ? code + key : code
}

/** The code in what a karekod says: twelve digits, or an address with them. Undefined: it is another karekod. */
export function scannedCode(text: string): string | undefined {
  const trimmed = text.trim()
  const own = /^\d{12}$/.exec(trimmed) ?? /\/tablet\/?\?code=(\d{12})$/.exec(trimmed)
  return own?.[1] ?? own?.[0]
}
