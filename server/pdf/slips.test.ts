import { afterAll, expect, it } from 'vitest'
import { looksLike } from '#test/golden.ts'
import { firstPage, pdfCodes, pdfInfo, pdfLinks, pdfText } from '#test/pdf.ts'
import { englishReport } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { createPdfEngine } from './engine.ts'
import type { Slip } from './slip.ts'

const engine = createPdfEngine({ log: quietLog() })
afterAll(() => engine.close())

const link = `https://terazi.example/magic-link/AbCdEfGhIjKl/${'x'.repeat(43)}`
const slip = (name: string, more: Partial<Slip> = {}): Slip => ({
  locale: 'tr',
  client: 'Anadolu Gıda A.Ş.',
  name,
  known: 'Sicil no 10482 · Paketleme',
  lead: 'Sizden şu testleri yapmanız isteniyor:',
  tests: ['İngilizce Seviye Testi, 60 dakika', 'Psikolojik Belirti Listesi, 15 dakika'],
  due: 'Son gün: 15 Kasım 2026 Pazar',
  scan: 'Telefonunuzun kamerasını karekoda tutun.',
  type: 'Olmuyorsa terazi.example/k adresini açın, şu kodu yazın:',
  address: 'terazi.example/k',
  page: 'https://terazi.example/k',
  code: ['7KQ4', 'M0XW', 'WMQW'],
  personal: 'Bu fiş yalnız sizin içindir. Başkasına vermeyin.',
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
  const host = 'degerlendirme.insankaynaklari.anadolugida.com.tr'
  const far = {
    client: 'Anadolu Gıda ve İhtiyaç Maddeleri Sanayi Ticaret Anonim Şirketi',
    address: `${host}/k`,
    type: `Olmuyorsa ${host}/k adresini açın, şu kodu yazın:`,
    link: link.replace('terazi.example', host),
    linkLines: link.replace('terazi.example', host).match(/.{1,56}/g) ?? [],
  }
  const long = {
    tests: Array.from({ length: 4 }, () => 'Mavi Yaka Temel Yetkinlik Değerlendirmesi, 45 dakika'),
  }
  const slips = names.map((name, at) =>
    slip(name, at === 1 ? long : at === 2 ? far : at === 3 ? { known: '' } : {}),
  )
  const pdf = await engine.renderSlips(slips, 'Davet fişleri', 'tr')
  await looksLike('pdf-golden/slips-tr', await firstPage(pdf), 0.005)
  const info = await pdfInfo(pdf)
  expect([info.get('Pages'), info.get('Title'), info.get('Tagged')]).toEqual(['2', 'Davet fişleri', 'yes'])
})

it.each([
  ['one word', (length: number) => 'Wılhelmınaoğlu'.repeat(8).slice(0, length)],
  ['capitals', (length: number) => 'MŞW'.repeat(34).slice(0, length)],
  ['several words', (length: number) => 'Şükrü Abdurrahman Karamanoğlu-Çiftçi '.repeat(3).slice(0, length)],
])('every code is read from the page beside names of 10 to 100 letters: %s', async (_, nameOf) => {
  const lengths = [10, 20, 29, 40, 55, 70, 85, 100]
  const slips = lengths.map((length) =>
    slip(nameOf(length), {
      link: link.replace('xxx', String(length).padStart(3, '0')),
      client: 'Anadolugıdaveihtiyaçmaddelerisanayiticaret'.slice(0, length),
      known: `Sicil no ${'1048200000'.repeat(5)}`.slice(0, length),
      tests: [`${'Değerlendirme'.repeat(8).slice(0, length)}, 45 dakika`],
    }),
  )
  const codes = await pdfCodes(await engine.renderSlips(slips, 'Davet fişleri', 'tr'))
  expect(codes.map(({ text }) => text).toSorted()).toEqual(slips.map(({ link }) => link).toSorted())
  expect(codes.map(({ isQuiet }) => isQuiet)).toEqual(lengths.map(() => true))
})

it('prints text that looks like markup as it is', async () => {
  const name = '#import "x": y $x^2$ *kalın*'
  expect(await pdfText(await engine.renderSlips([slip(name)], 'x', 'tr'))).toContain('#import "x": y $x^2$')
})

it('has the code in one line, and links to both addresses on a screen', async () => {
  const pdf = await engine.renderSlips([slip('Ada')], 'x', 'tr')
  const typed = (await pdfText(pdf)).split('\n').map((line) => line.replaceAll(' ', ''))
  expect(typed).toContain('7KQ4M0XWWMQW')
  expect(await pdfLinks(pdf)).toEqual([link, 'https://terazi.example/k'])
})

it('does not hold up a report that is asked for after hundreds of slips', async () => {
  const slips = Array.from({ length: 500 }, (_, at) => slip(`Kişi ${at}`, { link: `${link}${at}` }))
  const ready: string[] = []
  await Promise.all([
    engine.renderSlips(slips, 'x', 'tr').then(() => ready.push('slips')),
    engine
      .renderReport(englishReport('tr'), { details: true, percentages: true }, 'tr')
      .then(() => ready.push('report')),
  ])
  expect(ready).toEqual(['report', 'slips'])
})
