import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fileOf, type Sealed, seal } from '#server/features/privacy/evidence/sign.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { withObjects } from '#server/pdf/structure.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { fingerprintOf, publicKeyOf } from '#server/signing.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { testSlipKey } from '#test/support/server.ts'
import { testKey } from '#test/support/template.ts'
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const content = {
  client: { id: 'c', name: 'Anadolu' },
  period: { from: '2026-01-01' },
  erasures: [{ count: 2 }],
}
const signed = seal(content, testSlipKey)

async function verified(file: unknown): Promise<unknown> {
  const path = join(folder, 'evidence.json')
  writeFileSync(path, typeof file === 'string' || Buffer.isBuffer(file) ? file : JSON.stringify(file))
  return run(['verify-evidence', path])
}

test('evidence is verified by the file alone, and by the database that it is this installation’s', async () => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SECRET_KEY', undefined)
  const found = { intact: true, fingerprint: fingerprintOf(publicKeyOf(testSlipKey)), client: content.client }
  expect(await verified(signed)).toMatchObject({
    ...found,
    ofThisInstallation: null,
    notes: [expect.stringContaining('Set SECRET_KEY, or DATA_DIR')],
  })
  vi.stubEnv('SECRET_KEY', testKey)
  expect(await verified(signed)).toMatchObject({
    ...found,
    ofThisInstallation: null,
    notes: [expect.stringContaining(`There is no database in ${folder}`)],
  })
  const database = await createTestDatabase()
  vi.stubEnv('DATABASE_URL', database.url)
  // The order of keys and the spaces between them are not what was signed.
  const { client, ...others } = content
  const reordered = JSON.stringify({ ...signed, content: { ...others, client } }, undefined, 4)
  expect(await verified(reordered)).toMatchObject({ ...found, ofThisInstallation: true, notes: [] })
  await expect(verified(other)).rejects.toThrow(
    `another installation signed it. Its key’s fingerprint: ${fingerprintOf(other.publicKey)}`,
  )
  vi.stubEnv('SECRET_KEY', 'another one'.repeat(4))
  expect(await verified(signed)).toMatchObject({
    ...found,
    ofThisInstallation: null,
    notes: [expect.stringContaining('does not open this database')],
  })
  await database.drop()
})

/** A PDF as evidence has it, of nothing but its attachment. */
async function pdfOf(file: string, lead = '('): Promise<Buffer> {
  const engine = createPdfEngine({ log: quietLog() })
  try {
    const pdf = await engine.renderEvidence({
      locale: 'tr',
      title: 'Kişisel veri kanıt dosyası',
      lead,
      page: 'Sayfa',
      facts: [],
      sections: [],
      seal: { title: 'İmzalı dosya', text: '', facts: [], file },
    })
    return Buffer.from(pdf)
  } finally {
    await engine.close()
  }
}

/** The number of the object that has something. */
const numberOf = (pdf: Buffer, mark: RegExp) =>
  Number(
    new RegExp(`\\n(\\d+) 0 obj\\n(?:(?!endobj)[\\s\\S])*?${mark.source}`).exec(pdf.toString('latin1'))?.[1],
  )

const forgery = '{"format":"terazi-evidence-1"}'
const streamOf = (head: string) => `<<${head}/Length ${forgery.length}>>\nstream\n${forgery}\nendstream`

/** An update at the end of a PDF, as editors write it: its object is read in place of the one of the same number. */
function updated(pdf: Buffer, number: number, body: string): Buffer {
  const text = pdf.toString('latin1')
  const [, size, root] = /\/Size (\d+)\n {2}\/Root (\d+ 0 R)/.exec(text) ?? []
  const object = `\n${number} 0 obj\n${body}\nendobj\n`
  const table = `xref\n${number} 1\n${String(pdf.length + 1).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<</Size ${size}/Root ${root}/Prev ${/startxref\n(\d+)/.exec(text)?.[1]}>>\n`
  const end = `startxref\n${pdf.length + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(object + table + trailer + end, 'latin1')])
}

test('a PDF is verified by the one file attached to it', async () => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SECRET_KEY', undefined)
  expect(await verified(await pdfOf(fileOf(signed)))).toMatchObject({
    intact: true,
    sha256: signed.sha256,
    ofThisInstallation: null,
    notes: [expect.stringContaining('attached to the PDF'), expect.stringContaining('is null')],
  })
  // Letters that no font here has are drawn without PDF/UA.
  expect(await verified(await pdfOf(fileOf(signed), '漢字'))).toMatchObject({ intact: true })
  const forged = await pdfOf(fileOf({ ...signed, sha256: other.sha256 }))
  await expect(verified(forged)).rejects.toThrow('was changed after it was signed')
})

test('a PDF is refused in which readers may find another attachment', async () => {
  vi.stubEnv('DATA_DIR', folder)
  const pdf = await pdfOf(fileOf(signed))
  const [embedded, outlines] = [numberOf(pdf, /EmbeddedFile\n/), numberOf(pdf, /Outlines\n/)]
  const changed = (from: string | RegExp, to: string, body = '<<>>') =>
    Buffer.from(
      withObjects(pdf, (objects) => {
        for (const [number, text] of objects) objects.set(number, text.replace(from, to))
        objects.set(outlines, `${outlines} 0 obj\n${body}\nendobj\n\n`)
      }),
    )
  expect(await verified(changed('nothing', ''))).toMatchObject({ intact: true })
  const added = 'something was added at its end'
  const ambiguous = 'has more than Terazi’s one attachment'
  const shape = 'isn’t written as Terazi writes a PDF'
  const text = pdf.toString('latin1')
  const refused: Record<string, [Buffer, string]> = {
    'the attachment replaced by an update': [updated(pdf, embedded, streamOf('/Type/EmbeddedFile')), added],
    'an update without a word of it': [updated(pdf, embedded, streamOf('')), added],
    'data after its end': [Buffer.concat([pdf, Buffer.from('\n1 0 obj\n')]), added],
    'another file for some readers': [
      changed(/\/UF \d+ 0 R/, `/UF ${outlines} 0 R`, streamOf('')),
      ambiguous,
    ],
    'a second one': [changed('', '', streamOf('/Type/EmbeddedFile')), ambiguous],
    'a second name': [changed('', '', `<</Type/Filespec/F(a)/EF<</F ${embedded} 0 R>>>>`), ambiguous],
    'a second name without its type': [changed('', '', `<</F(a)/EF<</F ${embedded} 0 R>>>>`), ambiguous],
    'a name in another spelling': [changed('', '', streamOf('/Type/#45mbeddedFile')), shape],
    'a list elsewhere': [changed(/\/EmbeddedFiles <<[^>]*>>/, `/EmbeddedFiles ${outlines} 0 R`), ambiguous],
    'a packed object': [changed('', '', streamOf('/Type/ObjStm/N 1/First 4')), shape],
    'a name between comments': [changed('', '', `<<%(\n/EF<</F ${embedded} 0 R>>%)\n>>`), shape],
    'a name before a null byte': [changed('', '', `<</F(a)/EF\0<</F ${embedded} 0 R>>>>`), shape],
    'a name before a byte of no letter': [changed('', '', '<</A\u00a0/B 1>>'), shape],
    'a related file': [changed(/\/Desc /, `/RF <</F [(a) ${embedded} 0 R]>>\n  /Desc `), ambiguous],
    'another way to pack it': [
      changed('/Type /EmbeddedFile\n', '/Type /EmbeddedFile\n  /DecodeParms <<>>\n'),
      ambiguous,
    ],
    'an earlier table': [Buffer.from(text.replace(/\n {2}\/Info /, '\n  /Prev 9$&'), 'latin1'), shape],
    'a table that leads elsewhere': [
      Buffer.from(text.replace(/\n0{8}16 /, '\n0000000017 '), 'latin1'),
      shape,
    ],
    'a start in front of it': [Buffer.concat([Buffer.from('%PDF-1.7\n'), pdf]), shape],
  }
  for (const [what, [file, why]] of Object.entries(refused))
    await expect(verified(file), what).rejects.toThrow(why)
  const none = changed(/\/(?:EmbeddedFiles?|Filespec|EF)\b/g, '/Other')
  await expect(verified(none)).rejects.toThrow('has no attachment')
})

const other = seal({ ...content, erasures: [{ count: 3 }] }, slipKeyOf('forger'.repeat(6)))
const tampered: Record<string, Sealed> = {
  'a number': { ...signed, content: { ...content, erasures: [{ count: 3 }] } },
  'the content and its hash': { ...signed, content: other.content, sha256: other.sha256 },
  'all but the key': { ...other, publicKey: signed.publicKey },
  'the signature': { ...signed, signature: other.signature },
  'the key, to none': { ...signed, publicKey: 'AAAA' },
}
test.each(Object.entries(tampered))('a file is refused in which somebody changed %s', async (_, file) => {
  await expect(verified(file)).rejects.toThrow('was changed after it was signed')
})

test.each([
  ['a second client', '"content": {', '"content": { "client": { "name": "Sahte A.Ş." },'],
  ['a second number', '"count": 2', '"count": 0, "count": 2'],
  ['a prototype', '"content": {', '"content": { "__proto__": { "erasures": [] },'],
])('a file is refused to which somebody added %s that programs read past', async (_, before, after) => {
  const text = fileOf(signed)
  expect(text).toContain(before)
  await expect(verified(text.replace(before, after))).rejects.toThrow('was changed after it was signed')
})

test('another file is refused', async () => {
  await expect(verified({ marks: [] })).rejects.toThrow('is not evidence that Terazi signed')
  await expect(verified('%PDF')).rejects.toThrow('is not evidence that Terazi signed')
  await expect(run(['verify-evidence', join(folder, 'nothing.json')])).rejects.toThrow('can’t be read')
})
