import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInstallationKey } from './installation-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/terazi-key-')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const environment = (more: Partial<Parameters<typeof readInstallationKey>[0]> = {}) => ({
  secretKey: undefined,
  dataDir,
  databaseUrl: undefined,
  production: true,
  ...more,
})

test('the key is made once, readable by its owner only, and used by servers that start at the same time or later', async () => {
  const folder = join(dataDir, 'new')
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => readInstallationKey(environment({ dataDir: folder }))),
  )
  keys.push(await readInstallationKey(environment({ dataDir: folder, production: false })))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{43}$/)
  const path = join(folder, 'secret.key')
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([`${keys[0]}\n`, 0o600])
  // The file's content may be given as SECRET_KEY to further servers.
  expect(await readInstallationKey(environment({ secretKey: keys[0] }))).toBe(keys[0])
})

test('a key that was given is used, and no file is made', async () => {
  const secretKey = 'k'.repeat(32)
  expect(await readInstallationKey(environment({ secretKey, databaseUrl: 'postgres://x/y' }))).toBe(secretKey)
  expect(() => statSync(join(dataDir, 'secret.key'))).toThrow(/ENOENT/)
})

test('servers of a database of their own have to be given the key in production', async () => {
  const databaseUrl = 'postgres://x/y'
  await expect(readInstallationKey(environment({ databaseUrl }))).rejects.toThrow(/^SECRET_KEY must be set/)
  expect(await readInstallationKey(environment({ databaseUrl, production: false }))).toHaveLength(43)
})

test('a file that is cut off or cannot be read is one sentence', async () => {
  writeFileSync(join(dataDir, 'secret.key'), '')
  await expect(readInstallationKey(environment())).rejects.toThrow(/secret\.key is cut off/)
  const dataDirInFile = join(dataDir, 'secret.key', 'data')
  await expect(readInstallationKey(environment({ dataDir: dataDirInFile }))).rejects.toThrow(
    /cannot be read or written/,
  )
})
