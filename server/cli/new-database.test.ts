import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFixture } from '#test/fixtures/definitions/load.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync('/tmp/terazi-cli-')
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The command as a person types it who names a folder in which nothing is yet. */
const terazi = (...args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
    execFile(process.execPath, ['server/cli/main.ts', ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    )
  })

test('a command that makes a new database says where, and how to name the one that was meant', async () => {
  const first = await terazi('export', '--code', 'SCL90')
  const told = first.stderr.split('\n').filter((line) => line.startsWith('There is no database in'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain(join(folder, 'data'))
  expect(told[0]).toMatch(/DATA_DIR .* DATABASE_URL/)
  // The output has JSON alone.
  expect([first.code, JSON.parse(first.stdout).code]).toEqual([0, 'SCL90'])

  const second = await terazi('export', '--code', 'SCL90')
  expect([second.code, second.stdout]).toEqual([0, first.stdout])
  expect(second.stderr).not.toContain('There is no database')
})

test('what needs no database opens none', async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const definition = write('definition.json', JSON.stringify(readFixture('placement')))
  const responses = write('responses.csv', 'id,l1,l2\nA,1,2\n')
  const spec = write(
    'spec.json',
    JSON.stringify({ kind: 'likert', min: 1, max: 5, scales: { A: ['l1', 'l2'] } }),
  )
  const answers = write('answers.csv', 'id,l1\nA,a\n')
  for (const args of [
    [],
    ['schema'],
    ['readability'],
    ['validate', definition],
    ['score', '--inventory', definition, '--responses', answers],
    ['scales', '--responses', responses, '--spec', spec],
    // Wrong as they are typed.
    ['publish', '--code', 'X'],
    ['export'],
  ])
    expect((await terazi(...args)).stderr).not.toContain('There is no database')
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
