import { create } from 'qrcode'
import { expect, it } from 'vitest'
import { qrPath, quietZone } from './qrPath.ts'

it('draws every dark module once, and no other', () => {
  const { modules } = create('otpauth://totp/Terazi:ayse%40example.com?secret=JBSWY3DPEHPK3PXP', {
    errorCorrectionLevel: 'M',
  })
  const drawn = new Set<string>()
  for (const [, x = '', y = '', width = ''] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(width); at += 1)
      drawn.add(`${Number(x) + at - quietZone},${Number(y) - quietZone}`)
  const dark = new Set<string>()
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) dark.add(`${x},${y}`)
  expect(drawn).toEqual(dark)
})
