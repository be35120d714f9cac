/** Methods of RFC 8176 by which somebody shows what they have; `fido` is what some providers say for `hwk`. */
const possessions = new Set(['otp', 'hwk', 'swk', 'sc', 'fido'])

/** Methods by which somebody shows what they know or are. */
const others = new Set(['pwd', 'pin', 'face', 'fpt', 'iris', 'retina', 'vbm'])

/** True where the methods that a provider names are two steps: it says so, or two of them are of different kinds. */
export function provesTwoSteps(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false
  const has = (kind: ReadonlySet<string>) => amr.some((way) => kind.has(String(way)))
  return amr.includes('mfa') || (has(possessions) && has(others))
}
