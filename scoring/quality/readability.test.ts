import { describe, expect, test } from 'vitest'
import { negations } from './negation.ts'
import { readability, sentencesOf, wordsOf } from './readability.ts'

test.each([
  ['Kapı açık. Işık yanıyor!', ['Kapı açık.', 'Işık yanıyor!']],
  ['2. adım 1.250 gram un ister. Sonra karıştırın.', ['2. adım 1.250 gram un ister.', 'Sonra karıştırın.']],
  ['Haklarınız:\n- Görmek.\n- Silmek.', ['Haklarınız:', '- Görmek.', '- Silmek.']],
  ['He ____ late. “Why?” I asked.', ['He ____ late.', '“Why?”', 'I asked.']],
  ['…', []],
])('the sentences of %j', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences))

test('words and numbers are counted, marks are not', () => {
  expect(wordsOf('A1’den C1’e kadar: 1.250 – 12,5 (iki)')).toEqual([
    ...['A1’den', 'C1’e', 'kadar', '1.250', '12,5', 'iki'],
  ])
})

test('reading ease by Ateşman, worked out by hand', () => {
  // 4 words, 2 sentences, 8 vowels: 198.825 - 40.175 * 8/4 - 2.610 * 4/2
  const found = readability(['Kapı açık. Işık yandı.'], 'tr')
  expect(found).toMatchObject({ words: 4, sentences: 2, longest: 2, length: 2 })
  expect(found?.ease).toBeCloseTo(113.255, 10)
  expect(readability(['The door is open.'], 'en')).toMatchObject({ words: 4, ease: null })
  expect(readability(['…'], 'tr')).toBeNull()
})

describe('a word that says no', () => {
  test.each([
    ...['Bu doğru değildir.', 'Başka yol yok.', 'Kimse gelmez.', 'Onay vermezseniz', 'Bugün gelmiyor.'],
    ...['Dün gelmedim.', 'Bunu bilmeyenler', 'Yarın gelmeyecek.', 'Boş bırakmayın.', 'Sormadan aldı.'],
    ...['Gelmemek olur.', 'Kimse görmesin.', 'Henüz bitmemiş.', 'Hiç konuşmam.'],
  ])('%s', (sentence) => expect(negations(sentence, 'tr')).toHaveLength(sentence.startsWith('Hiç') ? 0 : 1))
  test.each([
    ...[
      'Gelmem gerekir.',
      'Temiz tutarım.',
      'Zamanında gelirim.',
      'Çalışmayı severim.',
      'Elma almaya gittim.',
    ],
    ...['Yapmanız gereken bu.', 'Uzmanlar okudu.', 'Hiç zorlanırım.', 'Mazot döküldü.'],
  ])('not in %s', (sentence) => expect(negations(sentence, 'tr')).toEqual([]))
  test('in English', () => {
    expect(negations('I don’t see nobody without it', 'en')).toEqual(['don’t', 'nobody', 'without'])
    expect(negations('Another notice, noted', 'en')).toEqual([])
  })
})
