import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authToken } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { demoPassword, seedDemo } from '#server/demo/seed.ts'
import { request } from '#test/support/api.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { fillEmpty } from './fill-empty.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a demo that ended in the middle is begun again, once, by servers that start together', async () => {
  const { db, pool, url } = server.database
  // The first answers of the demo cannot be stored: as if the process had died there.
  const nowhere = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/nowhere' })
  await expect(seedDemo({ db, pool: nowhere, slipKey: testSlipKey })).rejects.toThrow()
  const options = {
    config: { production: false, publicUrl: server.url },
    db,
    pool,
    directUrl: url,
    slipKey: testSlipKey,
  }
  await Promise.all([fillEmpty(options), fillEmpty(options)])
  await fillEmpty(options)
  const body = { username: 'superuser@demo.test', password: demoPassword }
  const { token } = (await request(server.url, authToken, { body })).answer
  const clients = await request(server.url, listClients, { token })
  expect(clients.answer.results.map((client) => client.name)).toEqual(['Anadolu Gıda A.Ş.', 'Ege Lojistik'])
})
