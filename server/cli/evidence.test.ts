import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fileOf, type Sealed, seal } from '#server/features/evidence/sign.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { fingerprintOf, publicKeyOf } from '#server/signing.ts'
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const secret = 'installation'.repeat(4)
const key = slipKeyOf(secret)
const content = {
  client: { id: 'c', name: 'Anadolu' },
  period: { from: '2026-01-01' },
  erasures: [{ count: 2 }],
}
const signed = seal(content, key)

async function verified(file: unknown): Promise<unknown> {
  const path = join(folder, 'evidence.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return run(['verify-evidence', path])
}

test('evidence is verified by the file alone, and says whether this installation signed it', async () => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SECRET_KEY', undefined)
  const found = { intact: true, fingerprint: fingerprintOf(publicKeyOf(key)), client: content.client }
  expect(await verified(signed)).toMatchObject({
    ...{ ...found, ofThisInstallation: null },
    notes: [expect.stringContaining('Set SECRET_KEY, or DATA_DIR')],
  })
  vi.stubEnv('SECRET_KEY', secret)
  // The order of keys and the spaces between them are not what was signed.
  const { client, ...others } = content
  const reordered = JSON.stringify({ ...signed, content: { ...others, client } }, undefined, 4)
  expect(await verified(reordered)).toMatchObject({ ...found, ofThisInstallation: true, notes: [] })
  vi.stubEnv('SECRET_KEY', 'another one'.repeat(4))
  await expect(verified(signed)).rejects.toThrow(
    `another installation signed it. Its key’s fingerprint: ${found.fingerprint}`,
  )
})

const pdfOf = (...files: string[]) =>
  [
    '%PDF-1.7',
    ...files.flatMap((file) => [
      '9 0 obj',
      `<<\n  /Length ${Buffer.byteLength(file)}\n  /Type /EmbeddedFile\n>>`,
      `stream\n${file}\nendstream`,
      'endobj',
    ]),
  ].join('\n')

test('a PDF is verified by the one file attached to it', async () => {
  vi.stubEnv('SECRET_KEY', secret)
  const [json, forged] = [fileOf(signed), fileOf({ ...signed, sha256: other.sha256 })]
  expect(await verified(pdfOf(json))).toMatchObject({
    ...{ intact: true, sha256: signed.sha256, ofThisInstallation: true },
    notes: [expect.stringContaining('attached to the PDF')],
  })
  await expect(verified(pdfOf(forged))).rejects.toThrow('was changed after it was signed')
  for (const file of [pdfOf(), pdfOf(json, forged)])
    await expect(verified(file)).rejects.toThrow('has no attachment of Terazi')
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
