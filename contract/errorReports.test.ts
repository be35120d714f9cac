import { expect, test } from 'vitest'
import { cleanParts, withoutSecrets } from './errorReports.ts'
import { isQuietPage, patternOf } from './pages.ts'

test.each([
  [
    'GET https://terazi.example/manager/people?search=Ay%C5%9Fe failed',
    'GET https://terazi.example/manager/people failed',
  ],
  ['at /manager/people?search=Ay%C5%9Fe#top', 'at /manager/people'],
  ['https://terazi.example/magic-link/abc/s3cret-token', 'https://terazi.example/magic-link/(secret)'],
  ['/reset-password/u1/t0ken and then', '/reset-password/(secret) and then'],
  ['open https://terazi.example/k/7XQM-2K4P-9D3F', 'open https://terazi.example/k/(secret)'],
  ['no account for ayse.yilmaz@firma.com.tr', 'no account for (email)'],
  ['mailto:ayse@firma.com?subject=Test', '(link)'],
  ['https://wa.me/905321234567?text=Merhaba%20Ay%C5%9Fe', '(link)'],
  ['is 3 > 2? yes, /assets/index-B1x.js:10:20', 'is 3 > 2? yes, /assets/index-B1x.js:10:20'],
  ['at /app/node_modules/@sentry/core/build/index.js', 'at /app/node_modules/@sentry/core/build/index.js'],
])('%j is reported as %j', (text, told) => {
  expect(withoutSecrets(text)).toBe(told)
})

test('JSON stays JSON, a length is the new one, and what nobody expects is left out', () => {
  const event = { message: 'of "a@b.test" at /x?q=1', list: ['https://h.test/y?z={"a":1}', 2, null] }
  const recording = '{"segment_id":0}\n[{"data":{"href":"https://h.test/manager/people?search=Şule"}}]'
  const clean = '{"segment_id":0}\n[{"data":{"href":"https://h.test/manager/people"}}]'
  expect(
    cleanParts([
      [{ type: 'event' }, event],
      [{ type: 'replay_recording', length: 1 }, recording],
      [{ type: 'replay_recording', length: 3 }, new Uint8Array(3)],
      [{ type: 'attachment', length: 1 }, 'x'],
    ]),
  ).toEqual([
    [{ type: 'event' }, { message: 'of "(email)" at /x', list: ['https://h.test/y"a":1}', 2, null] }],
    [{ type: 'replay_recording', length: clean.length }, clean],
  ])
})

test('the token of shared reports is left out of addresses', () => {
  expect(withoutSecrets('at https://h.test/s/abc-tr?x=1')).toBe('at https://h.test/s/(secret)')
  // Only where it is a part of its own.
  expect(withoutSecrets('https://h.test/assets/index.js')).toBe('https://h.test/assets/index.js')
})

test('nothing is reported of results and of addresses that are a secret', () => {
  const quiet = [
    '/manager/assignments/1/report',
    '/magic-link/u/t',
    '/reset-password/u/t',
    '/k',
    '/s/t-tr',
    '/unsubscribe/t',
  ]
  expect(quiet.filter(isQuietPage)).toEqual(quiet)
  expect(['/manager/assignments', '/sign-in', '/admin/clients/1'].filter(isQuietPage)).toEqual([])
  expect(patternOf('/admin/clients/1')).toBe('/admin/clients/:clientId')
})
