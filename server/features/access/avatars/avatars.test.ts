import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { avatarImage, removeAvatar, setAvatar } from '#contract/avatars.ts'
import { pathOf } from '#contract/kit.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4f46e5' } })
const blob = (bytes: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })
const put = (body: Blob, actor = cast.stranger) =>
  request(server.url, setAvatar, { token: actor.token, params: { userId: actor.userId }, body })
const form = (fill: (data: FormData) => void, actor = cast.stranger) => {
  const body = new FormData()
  fill(body)
  const headers = { authorization: `Token ${actor.token}` }
  return fetch(server.url + pathOf(setAvatar, { userId: actor.userId }), { method: 'PUT', headers, body })
}
const image = (address: string) =>
  request(server.url, avatarImage, { params: { avatarId: address.split('/')[2] ?? '' } })
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

describe('SR-39: a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('as %s is redrawn as a square WebP', async (format) => {
    const file = await blank(640, 400).toFormat(format).toBuffer()
    const { answer } = await put(blob(file, `image/${format}`))
    expect(answer.avatar).toMatch(/^\/avatars\/[\w-]{22}\/$/)
    const shown = await image(answer.avatar)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  })

  test('keeps nothing else of its file, and is upright', async () => {
    const file = await blank(300, 200)
      .withExif({ IFD0: { Copyright: 'at home, 38.4 N 27.1 E' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(file.includes('38.4 N')).toBe(true)
    const { bytes } = await image((await put(blob(file, 'image/jpeg'))).answer.avatar)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('38.4 N')).toBe(false)
  })

  test('is served so that a browser may keep it and runs nothing in it', async () => {
    const { answer } = await put(blob(await blank(20, 20).png().toBuffer()))
    const { headers } = await image(answer.avatar)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    expect(headers.get('content-disposition')).toBe('attachment; filename="avatar.webp"')
  })

  test('comes in a form as well, alone', async () => {
    const file = blob(await blank(20, 20).png().toBuffer())
    expect((await form((data) => data.append('file', file, 'me.png'))).status).toBe(200)
    const name = (data: FormData) => data.append('name', 'x')
    expect(await codeOf(await form(name))).toEqual([400, 'malformed_body'])
    const beside: ((data: FormData) => void)[] = [name, (data) => data.append('more', file, 'too.png')]
    for (const more of beside)
      for (const order of [0, 1]) {
        const parts = [(data: FormData) => data.append('file', file, 'me.png'), more]
        const fill = (data: FormData) => {
          for (const add of order === 0 ? parts : parts.toReversed()) add(data)
        }
        expect(await codeOf(await form(fill))).toEqual([400, 'malformed_body'])
      }
    expect(await codeOf(await form(() => undefined))).toEqual([400, 'invalid_request'])
  })

  test('takes the place of the last one, whose address leads nowhere then', async () => {
    const file = blob(await blank(20, 20).png().toBuffer())
    const [first, second] = [(await put(file)).answer.avatar, (await put(file)).answer.avatar]
    expect([(await image(first)).code, (await image(second)).status]).toEqual(['not_found', 200])
    const { token, userId } = cast.stranger
    const removed = await request(server.url, removeAvatar, { token, params: { userId } })
    expect(removed.answer.avatar).toBe('')
    expect((await image(second)).code).toBe('not_found')
  })
})

describe('SR-39: what is no picture', () => {
  test('is refused by its bytes, with any name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const png = await blank(200, 200).png().toBuffer()
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
    for (const file of [Buffer.from(svg), gif, png.subarray(0, png.length / 2), Buffer.alloc(0)]) {
      const refused = await put(blob(file))
      expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['file']])
    }
    const typed = await put(blob(Buffer.from(svg), 'image/svg+xml'))
    expect(typed.code).toBe('unsupported_media_type')
    const { token } = cast.stranger
    expect((await request(server.url, usersMe, { token })).answer.avatar).toBe('')
  })

  test('in few bytes but very many pixels is not unpacked', async () => {
    const bomb = await blank(8000, 8000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const refused = await put(blob(bomb))
    expect([refused.status, refused.text.includes('20')]).toEqual([400, true])
  })

  test('and larger than 2 MiB is refused, raw and in a form', async () => {
    const file = blob(new Uint8Array(2 * 1024 * 1024 + 1))
    expect((await put(file)).code).toBe('payload_too_large')
    const sent = await form((data) => data.append('file', file, 'me.png'))
    expect(await codeOf(sent)).toEqual([413, 'payload_too_large'])
  })
})
