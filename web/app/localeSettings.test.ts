// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { firstLocale, useLocaleSettings } from './localeSettings.ts'

it('takes the first of the browser’s languages that we speak, else the document’s, else Turkish', () => {
  expect(firstLocale(['en-GB', 'tr'], 'tr')).toBe('en')
  expect(firstLocale(['de-DE', 'tr-TR', 'en'], 'en')).toBe('tr')
  expect(firstLocale(['de'], 'en')).toBe('en')
  expect(firstLocale([], 'tr')).toBe('tr')
  expect(firstLocale(['de'], '')).toBe('tr')
})

it('is kept under the agreed name, and a value that is no language is not believed', async () => {
  useLocaleSettings.setState({ currentLang: 'en' })
  expect(localStorage.getItem('terazi.locale')).toBe('{"state":{"currentLang":"en"},"version":0}')
  localStorage.setItem('terazi.locale', '{"state":{"currentLang":"xx"},"version":0}')
  await useLocaleSettings.persist.rehydrate()
  expect(useLocaleSettings.getState().currentLang).toBe('en')
})
