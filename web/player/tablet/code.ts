import { dayCodeLength } from '#contract/dayCode.ts'

/** The code after a key: a digit, or the last one deleted. */
export function typedCode(code: string, key: string): string {
  if (key === 'Backspace') return code.slice(0, -1)
  return /^\d$/.test(key) && code.length < dayCodeLength ? code + key : code
}

/** The code in what a karekod says: six digits, or an address with them. Undefined: it is another karekod. */
export function scannedCode(text: string): string | undefined {
  const trimmed = text.trim()
  const own = /^\d{6}$/.exec(trimmed) ?? /\/tablet\/?\?code=(\d{6})$/.exec(trimmed)
  return own?.[1] ?? own?.[0]
}
