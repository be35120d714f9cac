import { afterAll, expect, it } from 'vitest'
import { looksLike } from '#test/golden.ts'
import { firstPage, pdfInfo, pdfText } from '#test/pdf.ts'
import { createPdfEngine } from './engine.ts'
import type { Slip } from './slip.ts'

const engine = createPdfEngine()
afterAll(() => engine.close())

const link = `https://terazi.example/magic-link/AbCdEfGhIjKl/${'x'.repeat(43)}`
const slip = (name: string, more: Partial<Slip> = {}): Slip => ({
  locale: 'tr',
  client: 'Anadolu Gıda A.Ş.',
  name,
  lead: 'Sizden şu testleri yapmanız isteniyor:',
  tests: ['İngilizce Seviye Testi, 60 dakika', 'Psikolojik Belirti Listesi, 15 dakika'],
  due: 'Son gün: 15 Kasım 2026 Pazar',
  scan: 'Telefonunuzun kamerasını koda tutun ya da şu adresi açın:',
  personal: 'Bu bağlantı yalnız sizin içindir. Başkasına vermeyin.',
  alt: 'Bağlantının kare kodu',
  link,
  linkLines: [link.slice(0, 56), link.slice(56)],
  ...more,
})

it('looks as it did, eight to a page', async () => {
  const names = [
    'Şükrü İğneci',
    'Muhammed Abdurrahman Şükrüoğullarından Karamanoğlu-Çiftçihüseyinoğlu',
    ...Array.from({ length: 7 }, (_, at) => `Kişi ${at}`),
  ]
  const long = {
    tests: Array.from({ length: 4 }, () => 'Mavi Yaka Temel Yetkinlik Değerlendirmesi, 45 dakika'),
  }
  const slips = names.map((name, at) => slip(name, at === 1 ? long : {}))
  const pdf = await engine.renderSlips(slips, 'Davet fişleri', 'tr')
  await looksLike('pdf-golden/slips-tr', await firstPage(pdf), 0.005)
  const info = await pdfInfo(pdf)
  expect([info.get('Pages'), info.get('Title'), info.get('Tagged')]).toEqual(['2', 'Davet fişleri', 'yes'])
})

it('prints text that looks like markup as it is', async () => {
  const name = '#import "x": y $x^2$ *kalın*'
  expect(await pdfText(await engine.renderSlips([slip(name)], 'x', 'tr'))).toContain('#import "x": y $x^2$')
})
