/** A percentage as people write it: `20`, `%20`, `20,5`, `20.50 %`. NaN for anything else, above 100 as well. */
export function percentOf(text: string): number {
  const [, whole, part = ''] = /^%?\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? []
  if (whole === undefined) return Number.NaN
  // Calculating in hundredths avoids rounding errors: 8.1 is no sum of 8 and 0.1.
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return hundredths > 10_000 ? Number.NaN : hundredths / 100
}
