import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from '#contract/access.ts'
import { examples } from '#server/http/api-guide.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { addApiKey, bearer, keyed } from './support/api-keys.ts'
import { type Cast, castOf, inventory } from './support/cast.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { addRunning, submit } from './support/taking.ts'

let server: TestServer
let cast: Cast
let key: string
let completed: string
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  key = (await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: [...scopes] })).key
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  await submit(server, running)
  completed = running.assignmentId
})
afterAll(() => server.close())

test('the examples of the documentation work, one after the other', async () => {
  const values: Record<string, string> = {
    CLIENT: cast.anadolu,
    TEST: inventory(cast, 'ENGLISH'),
    COMPLETED: completed,
  }
  const filled = (text: string) =>
    text.replace(/\b(CLIENT|TEST|USER|ASSIGNMENT|COMPLETED)\b/g, (name) => values[name] ?? name)
  for (const { title, method, path, body } of examples) {
    const sent = body && filled(JSON.stringify(body))
    const answer = await fetch(server.url + filled(path), {
      method,
      headers: {
        ...(method === 'POST' ? keyed(key, 'INVITATION-4711') : bearer(key)),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    })
    expect([title, answer.status]).toEqual([title, 200])
    if (!answer.headers.get('content-type')?.includes('json')) continue
    const json = Object(await answer.json())
    if (json.created) values.USER = json.created[0].userId
    if (path.endsWith('user=USER')) {
      expect(json.count).toBe(1)
      values.ASSIGNMENT = json.results[0].id
    }
  }
  expect(values.ASSIGNMENT).toBeDefined()
})

const folder = fileURLToPath(new URL('./generated-client/', import.meta.url))
const run = promisify(execFile)
const program = (name: string, ...args: string[]) =>
  run(process.execPath, [`${folder}node_modules/${name}`, ...args], { cwd: folder })

test('a client made from the OpenAPI document compiles, invites, follows and reads a result', async () => {
  expect(existsSync(`${folder}node_modules/.package-lock.json`), 'run npm ci in test/generated-client').toBe(
    true,
  )
  await mkdir(`${folder}made`, { recursive: true })
  await writeFile(`${folder}made/openapi.json`, JSON.stringify(openApiDocument()))
  await program('openapi-typescript/bin/cli.js', 'made/openapi.json', '-o', 'made/schema.d.ts')
  await program('typescript/bin/tsc', '-p', '.')
  const env = { ...process.env, TERAZI_URL: server.url, TERAZI_KEY: key, TERAZI_CLIENT: cast.anadolu }
  const { stdout } = await run(process.execPath, [`${folder}client.ts`], { env })
  expect(JSON.parse(stdout)).toEqual({
    followed: [{ status: 'pending', name: 'Ada Deniz' }],
    report: 'ENGLISH',
  })
}, 120_000)
