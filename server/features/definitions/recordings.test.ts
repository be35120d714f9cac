import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readShipped, shippedRecordings } from '#content/read.ts'
import { importDefinition, publishDefinition } from '#contract/definitions.ts'
import {
  copyVersion,
  listRecordings,
  recordingFile,
  removeRecording,
  setRecording,
} from '#contract/recordings.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast
let files: Uint8Array[]

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  files = (await shippedRecordings('MYT/6')).map(({ bytes }) => bytes)
})
afterAll(() => server.close())

const params = { code: 'MYT', version: '7' }
const key = 'items.ss01.prompt'
const admin = () => ({ token: cast.admin.token })
const put = (bytes: Uint8Array | undefined, where: { version?: string; key?: string } = {}) =>
  request(server.url, setRecording, {
    ...admin(),
    params: { ...params, locale: 'tr', key, ...where },
    body: new Blob([new Uint8Array(bytes ?? new Uint8Array())], { type: 'audio/mpeg' }),
  })
const sound = (hash: string) => request(server.url, recordingFile, { params: { hash } })
const textsOf = async (version: string) =>
  (await request(server.url, listRecordings, { ...admin(), params: { code: 'MYT', version } })).answer.texts
const recordingOf = async (version: string, wanted = key) =>
  (await textsOf(version)).find((text) => text.locale === 'tr' && text.key === wanted)?.recording

test('a shipped recording is served to everybody, for good', async () => {
  const recording = await recordingOf('6', 'items.t001.prompt')
  expect(recording).toMatchObject({ computerVoice: true, seconds: expect.any(Number) })
  const { status, headers, bytes } = await sound(recording?.hash ?? '')
  expect([status, headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const path = 'content/MYT/6/audio/tr/computer/items.t001.prompt.mp3'
  expect(Buffer.compare(Buffer.from(bytes), await readFile(path))).toBe(0)
  expect((await sound('0'.repeat(64))).code).toBe('not_found')
})

test('a published version takes no recording; its copy, a draft, does, without what is not sound', async () => {
  expect((await put(files[0], { version: '6' })).code).toBe('version_published')
  const copied = await request(server.url, copyVersion, { ...admin(), params: { code: 'MYT', version: '6' } })
  expect([copied.status, copied.answer.version, copied.answer.state]).toEqual([201, 7, 'draft'])
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05Ayse '), files[0] ?? Buffer.alloc(0)])
  expect((await put(tag)).status).toBe(204)
  const recording = await recordingOf('7')
  expect(recording).toMatchObject({ computerVoice: false })
  expect((await sound(recording?.hash ?? '')).bytes.byteLength).toBe(files[0]?.byteLength)
})

test('what is no MP3 file, or a text that is not read aloud, is refused', async () => {
  const whole = Buffer.from(files[1] ?? [])
  for (const bytes of [
    Buffer.from('RIFF....WAVE'),
    whole.subarray(0, -7),
    Buffer.concat([whole, Buffer.from('<svg>')]),
  ]) {
    const refused = await put(bytes)
    expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['file']])
  }
  expect((await put(new Uint8Array(1024 * 1024 + 1))).code).toBe('payload_too_large')
  for (const silent of ['items.gd01.prompt', 'items.nobody.prompt'])
    expect((await put(whole, { key: silent })).code).toBe('not_found')
})

test('a recording that nothing names any more is deleted; one that a version names is kept', async () => {
  const other = Buffer.concat([files[0] ?? Buffer.alloc(0), files[1] ?? Buffer.alloc(0)])
  await put(other)
  const hash = (await recordingOf('7'))?.hash ?? ''
  expect((await sound(hash)).status).toBe(200)
  await put(files[1])
  expect((await sound(hash)).code).toBe('not_found')
  const shipped = (await recordingOf('7'))?.hash ?? ''
  await request(server.url, removeRecording, { ...admin(), params: { ...params, locale: 'tr', key } })
  expect([await recordingOf('7'), (await sound(shipped)).status]).toEqual([null, 200])
})

test('a definition that names a recording which is not stored here becomes a draft, but no version', async () => {
  const file = 'ab'.repeat(32)
  const shipped = Object(await readShipped('MYT/6'))
  const audio = { tr: { ...shipped.audio.tr, [key]: { file } } }
  const definition = { ...shipped, version: 8, audio }
  const imported = await request(server.url, importDefinition, { ...admin(), body: { definition } })
  expect(imported.status).toBe(201)
  const publish = async () =>
    request(server.url, publishDefinition, {
      ...admin(),
      params: { code: 'MYT', version: '8' },
      body: { hash: imported.answer.hash },
    })
  expect(await recordingOf('8')).toEqual({ hash: file, computerVoice: false, seconds: null })
  const refused = await publish()
  expect(refused.code).toBe('recordings_missing')
})
