import { expect, it, test } from 'vitest'
import { brokenLetters, decodeText } from './decode.ts'

const turkish = 'Ad;Bölüm\r\nŞükrü İğneci;ÇAĞRI\r\nIşıl Öz;Üretim\r\n'

const windows: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }
const macintosh: Record<string, number> = {
  ç: 0x8d,
  ğ: 0xdb,
  ı: 0xdd,
  ö: 0x9a,
  ş: 0xdf,
  ü: 0x9f,
  Ç: 0x82,
  Ğ: 0xda,
  İ: 0xdc,
  Ö: 0x85,
  Ş: 0xde,
  Ü: 0x86,
}
const dos: Record<string, number> = {
  ç: 0x87,
  ğ: 0xa7,
  ı: 0x8d,
  ö: 0x94,
  ş: 0x9f,
  ü: 0x81,
  Ç: 0x80,
  Ğ: 0xa6,
  İ: 0x98,
  Ö: 0x99,
  Ş: 0x9e,
  Ü: 0x9a,
}
const oneByte = (table: Record<string, number>) => (text: string) =>
  Uint8Array.from(text, (letter) => table[letter] ?? letter.charCodeAt(0))
const wide = (littleEndian: boolean) => (text: string) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(bytes.buffer)
}

test.each([
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
  ['UTF-8 with its mark', (text: string) => new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16 LE', wide(true)],
  ['UTF-16 BE', wide(false)],
  ['UTF-16 LE with its mark', (text: string) => wide(true)(`\ufeff${text}`)],
  ['UTF-16 BE with its mark', (text: string) => wide(false)(`\ufeff${text}`)],
  ['Windows-1254', oneByte(windows)],
  ['Turkish Macintosh', oneByte(macintosh)],
  ['Turkish DOS', oneByte(dos)],
])('decodes %s', (_, encode) => {
  expect(decodeText(encode(turkish))).toBe(turkish)
  const long = `${'a@x.test;plain\n'.repeat(10_000)}${turkish}`
  expect(decodeText(encode(long))).toBe(long)
  for (const name of ['YILDIZ', 'Yıldız', 'İZMİR', 'ÇAĞRI', 'Şükrü', 'Gülşah', 'Öğüt', 'ZEKİ'])
    expect(decodeText(encode(`Ad\n${name}\nÜmit Işık\nİnci ÇELİK`))).toContain(`\n${name}\n`)
})

it.each([
  ['YÄ±ldÄ±z', 'UTF-8 that was read as Windows-1254'],
  ['ÅŸÃ¼krÃ¼', 'UTF-8 that was read as Windows-1252'],
  ['Yýldýz', 'Turkish that was read as Latin-1'],
  ['Y\ufffdld\ufffdz', 'letters that are lost'],
  ['Y?ld?z', 'letters that became question marks'],
])('finds %s broken: %s', (name) => {
  expect(brokenLetters(`Ad;E-posta\nAyşe;a@x\n${name} Kaya;b@x`)).toEqual({ line: 3, text: name })
})

it('finds nothing broken in right letters of any language', () => {
  expect(brokenLetters(turkish)).toBeUndefined()
  expect(brokenLetters('Zoë Müller-Åström, José Ñandú, Çağrı Âkif; what? ok')).toBeUndefined()
})
