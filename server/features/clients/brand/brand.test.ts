import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBrand, logoImage, previewBrand, removeLogo, setLogo, updateBrand } from '#contract/brand.ts'
import { comparePdf } from '#contract/compare.ts'
import { groupReportPdf } from '#contract/group-reports.ts'
import { pathOf } from '#contract/kit.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { getRegistrationPage } from '#contract/registering.ts'
import { registrationPoster } from '#contract/registrations.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { createShare, openShare } from '#contract/shares.ts'
import { pdfPictures, pdfText } from '#test/pdf.ts'
import { uaFaults } from '#test/pdf-ua/check.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addRegistration } from '#test/support/registrations.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const blob = (file: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(file)], { type })
const drawn = (width: number, height: number, background = '#0a7d55') =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: width >> 1, height: height >> 1, channels: 3, background } } },
  ])
const put = (body: NonNullable<Sent<typeof updateBrand>['body']>, token = cast.manager.token) =>
  request(server.url, updateBrand, {
    token,
    params: { clientId: cast.anadolu },
    body,
    headers: { 'accept-language': 'en' },
  })
const upload = (file: Blob, token = cast.manager.token) =>
  request(server.url, setLogo, { token, params: { clientId: cast.anadolu }, body: file })
const brand = async () =>
  (await request(server.url, getBrand, { token: cast.manager.token, params: { clientId: cast.anadolu } }))
    .answer
const wrongOf = (answer: { json: unknown }): Record<string, string[]> => Object(answer.json).message
const changes = async () =>
  (
    await db()
      .selectFrom('audit_entries')
      .select(['details', 'actor_id'])
      .where('action', '=', 'brand_changed')
      .where('client_id', '=', cast.anadolu)
      .orderBy('at')
      .execute()
  ).map(({ details }) => Object(details).fields)

describe('a brand', () => {
  test('is empty until it is chosen, and each change is on record', async () => {
    expect(await brand()).toMatchObject({ color: '', senderName: '', introTr: '', logo: null })
    const first = await put({
      color: '#0A7D55',
      introTr: 'Hoş geldiniz.\nhttps://anadolu.example',
      thanksEn: 'Thanks!',
    })
    expect(first.answer).toMatchObject({
      color: '#0a7d55',
      introTr: 'Hoş geldiniz.\nhttps://anadolu.example',
    })
    await put({ color: '#0a7d55' })
    expect(await changes()).toEqual([['color', 'intro_tr', 'thanks_en']])
    await put({ introTr: '', thanksEn: '', color: '' })
  })

  test('refuses a colour that can’t be seen, with the mode and the nearest that can', async () => {
    const pale = wrongOf(await put({ color: '#ffe08a' }))
    expect(pale.color?.[0]).toMatch(/light mode.*#[0-9a-f]{6}/)
    const deep = wrongOf(await put({ color: '#0b1f3a' }))
    const [nearest = ''] = /#[0-9a-f]{6}/.exec(deep.color?.[0] ?? '') ?? []
    expect(deep.color?.[0]).toContain('dark mode')
    expect((await put({ color: nearest })).answer.color).toBe(nearest)
    expect((await put({ color: 'red' })).status).toBe(400)
    await put({ color: '' })
  })

  test('puts nothing but one line into the sender’s name, and plain text into mails', async () => {
    for (const senderName of ['A\r\nBcc: x@example.com', 'x'.repeat(61)])
      expect(Object.keys(wrongOf(await put({ senderName })))).toEqual(['senderName'])
    const fields = {
      color: '#0a7d55',
      senderName: 'IK <root@bank.example>, "Bank"',
      introTr: '<b onclick=x>Merhaba</b>\nhttps://anadolu.example',
      introEn: '',
      thanksTr: '',
      thanksEn: '',
    }
    const preview = async (place: 'mail' | 'slip' | 'report') =>
      (
        await request(server.url, previewBrand, {
          token: cast.manager.token,
          params: { clientId: cast.anadolu },
          body: { ...fields, place, locale: 'tr' },
        })
      ).answer
    const mail = await preview('mail')
    expect(mail.from).toBe('IK root bank.example , Bank (Terazi)')
    expect(mail.html).toContain('&lt;b onclick=x&gt;Merhaba&lt;/b&gt;')
    expect(mail.html).not.toContain('<b onclick')
    expect(mail.html).not.toContain('href="https://anadolu.example"')
    expect(mail.html).toContain('background:#0a7d55')
    for (const place of ['slip', 'report'] as const) expect((await preview(place)).svg).toMatch(/^<svg/)
    // Nothing was saved by looking.
    expect((await brand()).senderName).toBe('')
  })

  test('SR-42: has no sender that could pass for the platform', async () => {
    for (const senderName of ['Terazi', 'TERAZİ Destek', 'T e r a z i', 'Te-razi', 'Ｔｅｒａｚｉ güvenlik'])
      expect(wrongOf(await put({ senderName }))).toEqual({
        senderName: [expect.stringContaining('platform')],
      })
    expect((await put({ senderName: 'Tera Gıda' })).status).toBe(200)
    await put({ senderName: '' })
  })

  test('belongs to its client alone', async () => {
    expect((await put({ color: '#0a7d55' }, cast.otherManager.token)).code).toBe('not_found')
    expect((await upload(blob(await drawn(60, 30).png().toBuffer()), cast.otherManager.token)).code).toBe(
      'not_found',
    )
  })
})

describe('SR-39: a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('as %s is redrawn as a small PNG on white', async (format) => {
    const file = await drawn(900, 200)
      .toFormat(format)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const { answer } = await upload(blob(file, `image/${format}`))
    expect(answer.logo).toMatchObject({
      url: expect.stringMatching(/^\/logos\/[\w-]{22}\/$/),
      width: 360,
      height: 80,
    })
    const shown = await fetch(`${server.url}${answer.logo?.url}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    )
    expect(shown.headers.get('content-disposition')).toBe('attachment; filename="logo.png"')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.includes('secret place')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 360,
      height: 80,
      hasAlpha: false,
    })
  })

  test('that is none, is too large or can’t be seen on white is refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const white = await sharp({ create: { width: 90, height: 30, channels: 4, background: '#ffffff80' } })
      .png()
      .toBuffer()
    for (const file of [Buffer.from(svg), Buffer.from('GIF89a;'), Buffer.alloc(0), white])
      expect(Object.keys(wrongOf(await upload(blob(file))))).toEqual(['file'])
    expect((await upload(blob(Buffer.from(svg), 'image/svg+xml'))).code).toBe('unsupported_media_type')
    expect((await upload(blob(new Uint8Array(2 * 1024 * 1024 + 1)))).code).toBe('payload_too_large')
  })

  test('has the same address as long as it is the same, and none once it is removed', async () => {
    const file = blob(await drawn(120, 60).png().toBuffer())
    const { logo } = (await upload(file)).answer
    expect((await upload(file)).answer.logo).toEqual(logo)
    const params = { clientId: cast.ege }
    const theirs = await request(server.url, setLogo, { token: cast.otherManager.token, params, body: file })
    expect(theirs.answer.logo?.url).not.toBe(logo?.url)
    const removed = await request(server.url, removeLogo, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    expect(removed.answer.logo).toBeNull()
    expect((await fetch(`${server.url}${logo?.url}`)).status).toBe(404)
    expect(pathOf(logoImage, { logoId: 'x'.repeat(22) })).toBe(`/logos/${'x'.repeat(22)}/`)
  })
})

describe('where people meet a brand', () => {
  test('it is as chosen; a client without one is as before', async () => {
    await upload(blob(await drawn(300, 100).png().toBuffer()))
    await put({
      color: '#0a7d55',
      senderName: 'Anadolu İK',
      introTr: 'Hoş geldiniz',
      introEn: 'Welcome',
      thanksTr: 'Sağ olun',
    })
    const mine = await addRunning(server, cast.anadolu, 'ENGLISH')
    const listed = await request(server.url, listOwnAssignments, {
      token: mine.token,
      headers: { 'accept-language': 'en' },
    })
    const { client } = listed.answer.results[0] ?? {}
    expect(client?.brand).toMatchObject({
      color: '#0a7d55',
      textColor: '#ffffff',
      intro: 'Welcome',
      thanks: '',
      logo: { width: 300, height: 100 },
    })
    await submit(server, mine)
    const params = { assignmentId: mine.assignmentId }
    const report = await request(server.url, getReport, { token: cast.manager.token, params })
    expect(report.answer.client.brand).toMatchObject({ color: '#0a7d55', logo: { height: 100 } })
    const pdf = await request(server.url, reportPdf, { token: cast.manager.token, params })
    expect(pdf.status).toBe(200)
    const share = await request(server.url, createShare, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        assignmentIds: [mine.assignmentId],
        show: 'summary',
        days: 1,
        recipient: 'Metin Kaya',
        locale: 'tr',
      },
    })
    const opened = await request(server.url, openShare, {
      body: { token: share.answer.url.split('/').at(-1) ?? '', pin: share.answer.pin },
    })
    expect(opened.answer.brand).toMatchObject({ color: '#0a7d55' })
    const { code, id: registrationId } = await addRegistration(server, cast)
    const page = await request(server.url, getRegistrationPage, { params: { code } })
    expect(page.answer.client.brand).toMatchObject({ color: '#0a7d55', intro: 'Hoş geldiniz' })
    const another = await addRunning(server, cast.anadolu, 'ENGLISH')
    await submit(server, another)
    const at = { token: cast.manager.token, params: { clientId: cast.anadolu } }
    const assignments = `${mine.assignmentId},${another.assignmentId}`
    const posterAt = { ...at, params: { ...at.params, registrationId } }
    const papers = await Promise.all([
      request(server.url, comparePdf, { ...at, query: { assignments } }),
      request(server.url, groupReportPdf, { ...at, query: { inventory: 'ENGLISH' } }),
      request(server.url, registrationPoster, posterAt),
    ])
    for (const { bytes } of papers) {
      expect(await pdfPictures(bytes)).toContain('300x100')
      expect(uaFaults(bytes)).toEqual([])
      // The platform's name is on it all the same.
      expect(await pdfText(bytes)).toContain('Terazi')
    }
    await request(server.url, removeLogo, { token: cast.otherManager.token, params: { clientId: cast.ege } })
    const theirs = await addRunning(server, cast.ege, 'ENGLISH')
    const others = await request(server.url, listOwnAssignments, { token: theirs.token })
    expect(others.answer.results.map((one) => one.client.brand)).toEqual([undefined])
  })
})
