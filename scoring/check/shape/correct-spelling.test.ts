import { expect, it } from 'vitest'
import { correctKey, correctSpelling } from './correct-spelling.ts'

it('reads both spellings of a key, as it is and anywhere in a document, and writes one', () => {
  expect(['kuralara_uyum_istegi', 'kurallara_uyum_istegi', 'other'].map(correctKey)).toEqual([
    'kurallara_uyum_istegi',
    'kurallara_uyum_istegi',
    'other',
  ])
  expect(correctSpelling({ kuralara_uyum_istegi: ['kuralara_uyum_istegi', 1] })).toEqual({
    kurallara_uyum_istegi: ['kurallara_uyum_istegi', 1],
  })
})
