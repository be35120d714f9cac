import { addWords } from '../words.ts'

/** The tablet's words, which no other device loads. */
export const addTabletWords = (): Promise<void> =>
  addWords('tablet', {
    tr: new URL('../../../locales/tr/tablet.json', import.meta.url).href,
    en: new URL('../../../locales/en/tablet.json', import.meta.url).href,
  })
