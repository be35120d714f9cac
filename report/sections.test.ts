import { describe, expect, it } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { englishReport, profileReport, scl90Report } from '#test/report-fixtures.ts'
import { sections } from './sections.ts'
import { allKeys, choicesOf, narrowed, type Selection } from './selection.ts'
import type { ReportView, Words } from './view.ts'

const words = (locale: Locale): Words => ({
  locale,
  t: (key, variables) => translate(locale, key, variables),
})
const everything: Selection = { details: true, percentages: true }
const said = (view: unknown) => JSON.stringify(view)

describe('a placement', () => {
  const view = sections(englishReport('tr'), everything, words('tr'))
  it('says the level, the total and the sections', () => {
    expect(view.headline).toMatchObject({ value: 'B1' })
    expect(view.summary[0]).toEqual({ text: '75 puan üzerinden toplam 47 puan.', strong: true })
    expect(view.bars.map((bar) => bar.value)).toEqual(['%90', '%65', '%35', '%60'])
    expect(view.groups[0]?.rows[0]?.second).toBe('18 / 20')
    expect(view.bars[0]?.picture.alt).toBe('Temel İngilizce (A1): %90, grup ortalaması %81')
  })
  it('compares somebody without a group with the whole client', () => {
    const report = englishReport('tr')
    const whole = sections(
      { ...report, group: { key: 'grup_ortalamasi', name: '', size: 16 } },
      everything,
      words('tr'),
    )
    expect(whole.legend.map((item) => item.text)).toContain(
      `Grup ortalaması (${report.client.name}, 16 kişi)`,
    )
  })
  it('says what limited it', () => {
    const report = englishReport('en')
    if (report.placement) report.placement = { ...report.placement, cappedBy: 'c1' }
    const capped = sections(report, everything, words('en')).remarks.join(' ')
    expect(capped).toContain('limits the level to B1')
  })
  describe('says with the level how likely the one beside it is', () => {
    const chanceOf = (percentage: number, selection: Partial<typeof everything> = {}) => {
      const report = englishReport('en')
      const neighbour = { level: 'B2', name: 'B2', percentage }
      if (report.placement) report.placement = { ...report.placement, neighbour }
      return sections(report, { ...everything, ...selection }, words('en')).headline?.chance
    }
    it.each([
      [28.4, 'Chance that the true level is B2: 28%.'],
      [0.999, 'Chance that the true level is B2: less than 1%.'],
      [1, 'Chance that the true level is B2: 1%.'],
      [99.7, 'Chance that the true level is B2: 99%.'],
    ])('%d', (percentage, text) => {
      expect(chanceOf(percentage)).toBe(text)
    })
    it('without a number where numbers or the total are hidden', () => {
      const scores = allKeys(englishReport('en')).filter((key) => key !== 'total')
      for (const selection of [{ percentages: false }, { scores }]) {
        expect(chanceOf(28, selection)).toBe('The true level could also be B2.')
        expect(chanceOf(0.4, selection)).toBeNull()
      }
    })
    it('in Turkish too, and not where there is no other level', () => {
      expect(view.headline?.chance).toBe('Gerçek seviyenin B2 olma olasılığı: %44.')
      const report = englishReport('tr')
      if (report.placement) report.placement = { ...report.placement, neighbour: null }
      expect(sections(report, everything, words('tr')).headline?.chance).toBeNull()
    })
  })
  it("says the group's mean of the total beside it", () => {
    const fact = view.facts.find(({ key }) => key === 'grup_ortalamasi')
    expect(fact).toMatchObject({ label: 'Grup ortalaması', value: '44,2 / 75' })
    const report = englishReport('tr')
    const scores = allKeys(report).filter((key) => key !== 'grup_ortalamasi')
    expect(said(sections(report, { ...everything, scores }, words('tr')))).not.toContain('44,2')
  })
  it('loses the ladder and the total with the total', () => {
    const report = englishReport('tr')
    const scores = allKeys(report).filter((key) => key !== 'total')
    const without = sections(report, { ...everything, scores }, words('tr'))
    expect(said(without.facts)).not.toContain('44,2')
    expect(without.ladder).toBeNull()
    expect(said(without.summary)).not.toContain('47')
  })
})

describe('a checklist', () => {
  const view = sections(scl90Report('en'), everything, words('en'))
  it('shows the indices, the dimensions and the notice first', () => {
    expect(view.tiles.map((tile) => [tile.key, tile.value, tile.of])).toEqual([
      ['GSI', '0.98', '4'],
      ['PST', '48', '90'],
      ['PSDI', '1.75', '4'],
    ])
    expect(view.notices).toHaveLength(1)
    expect(view.bars).toHaveLength(10)
    expect(view.bars[0]?.value).toBe('2.17')
  })
  it('names what stands out, and what was not scored', () => {
    expect(said(view.summary)).toContain('stand out')
    const paranoid = view.groups[0]?.rows.find((row) => row.key === 'PAR')
    expect(paranoid).toMatchObject({ value: '–', band: { name: 'Not scored', tone: 'none' } })
    expect(paranoid?.picture.drawing.shapes.some((shape) => shape.role === 'fill')).toBe(false)
  })
  it('names first what lies furthest above the norm, not what has the highest mean', () => {
    const report = scl90Report('en')
    const som = report.categories[0]?.scales.find(({ key }) => key === 'SOM')
    for (const scale of report.categories[0]?.scales ?? [])
      if (scale.key === 'PHOB') Object.assign(scale, { raw: 1.8, standardScore: 79.6, band: som?.band })
    expect(said(sections(report, everything, words('en')).summary)).toContain(
      'Fear of places and situations and Physical complaints',
    )
  })
  it('never compares people with a group', () => {
    expect(said(view)).not.toContain('"tick"')
    expect(view.legend.map((item) => item.key)).toEqual(['person'])
  })
  it('asks only about scales that call for it', () => {
    const asked = view.groups[0]?.rows.filter((row) => row.interview.length > 0).map((row) => row.key)
    expect(asked).toEqual(['SOM'])
  })
})

describe('a profile', () => {
  const report = profileReport('tr')
  const view = sections(report, everything, words('tr'))
  it('does not say what a high score means of a scale that was not assessed', () => {
    const report = profileReport('tr')
    const [category] = report.categories
    const [scale] = category?.scales ?? []
    if (!category || !scale) throw new Error('a profile has scales')
    const missing = {
      ...scale,
      raw: null,
      percentage: null,
      standardScore: null,
      band: null,
      notAssessed: true as const,
    }
    const row = sections(
      { ...report, categories: [{ ...category, scales: [missing] }] },
      everything,
      words('tr'),
    ).groups[0]?.rows[0]
    expect(scale.description).not.toBe('')
    expect([row?.description, row?.band?.name]).toEqual(['', translate('tr', 'report:notAssessed')])
  })
  it('compares with the group and ranks by T', () => {
    expect(view.summary[0]?.text).toBe('5 ölçekten 3 tanesi grup ortalamasının üstünde.')
    expect(view.ranks[0]?.items.map((item) => item.key)).toEqual([
      'sebep_sonuc_iliskisi',
      'sayisal_verileri_algilama',
    ])
    expect(view.ranks[1]?.items[0]).toMatchObject({ key: 'ofke_ilimlilik', note: 'T 35' })
    expect(view.ranks.map(({ title }) => title)).toEqual(['Norma göre en güçlü', 'Norma göre en zayıf'])
    expect(view.summary[1]?.text).toBe('Grupla karşılaştırılmayan: Genel kültür seviyesi.')
    expect(view.lanes).toBe(true)
    expect(view.radar).not.toBeNull()
    expect(view.legend.map((item) => item.key)).toEqual(['person', 'group', 'dashed'])
  })
  it('calls nothing above the norm weak and nothing below it strong', () => {
    const all = (standardScore: number) => ({
      ...report,
      categories: report.categories.map((category) => ({
        ...category,
        scales: category.scales.map((scale) => ({ ...scale, standardScore })),
      })),
    })
    const titles = (standardScore: number) =>
      sections(all(standardScore), everything, words('tr')).ranks.map(({ title }) => title)
    expect(titles(56)).toEqual(['Norma göre en güçlü'])
    expect(titles(50)).toEqual(['Norma göre en güçlü'])
    expect(titles(49)).toEqual(['Norma göre en zayıf'])
  })
  it('names the lowest scales first, three of them, and counts the rest', () => {
    let score = 30
    const low = {
      ...report,
      categories: report.categories.map((category) => ({
        ...category,
        scales: category.scales.map((scale) => {
          score += 1
          const band = { id: 'b', name: 'Düşük', text: '', ...scale.band, tone: 'below' as const }
          return { ...scale, standardScore: score, groupAverage: null, band }
        }),
      })),
    }
    const names = low.categories
      .flatMap(({ scales }) => scales)
      .filter(({ percentage }) => percentage !== null)
      .map(({ name }) => name)
    const text = sections(low, everything, words('tr')).summary.at(-1)?.text
    expect(text).toBe(
      `Görüşmede konuşulmalı: ${names.slice(0, 3).join(', ')} ve ${names.length - 3} ölçek daha.`,
    )
  })
  it('calls the highest and the lowest just that, calls nothing middling a strength, and heads no empty column', () => {
    const all = (tone: 'above' | 'expected' | 'below' | 'attention', compared = true) => ({
      ...report,
      categories: report.categories.map((category) => ({
        ...category,
        scales: category.scales.map((scale) => ({
          ...scale,
          ...(!compared && { groupAverage: null }),
          band: { id: 'b', name: 'b', text: '', ...scale.band, tone },
        })),
      })),
    })
    for (const tone of ['expected', 'attention'] as const) {
      const { ranks, summary } = sections(all(tone), everything, words('tr'))
      expect(ranks.map(({ title }) => title)).toEqual(['Norma göre en güçlü', 'Norma göre en zayıf'])
      expect(said(summary)).not.toContain('Güçlü yanları')
    }
    // Three bands have no outer ones: what lies beside the middle is what stands out.
    const alone = (tone: 'above' | 'below' | 'expected') =>
      said(sections(all(tone, false), everything, words('tr')).summary)
    expect(alone('above')).toContain('Güçlü yanları')
    expect(alone('below')).toContain('Görüşmede konuşulmalı')
    expect(alone('expected')).toContain('birbirine yakın')
    expect(alone('below')).not.toContain('birbirine yakın')
    expect(sections(report, { ...everything, percentages: false }, words('tr')).columns.score).toBe('')
  })
  it('does not say of a scale alone that none stands out', () => {
    const [category] = report.categories
    const [scale] = category?.scales ?? []
    if (!category || !scale) throw new Error('no scale')
    const alone = {
      ...scale,
      groupAverage: null,
      band: { id: 'b', name: 'Beklenen', text: '', tone: 'expected' as const },
    }
    const view = sections(
      { ...report, categories: [{ ...category, scales: [alone] }] },
      everything,
      words('tr'),
    )
    expect(view.summary.map(({ text }) => text)).toEqual([`${scale.name}: Beklenen.`])
  })
  it('tells the person nothing that is meant for their interviewer', () => {
    const spoken = (reader: 'manager' | 'participant') =>
      said(sections({ ...report, reader }, everything, words('tr')).summary)
    expect(spoken('manager')).toContain('Görüşmede konuşulmalı: Öfke ılımlılığı.')
    expect(spoken('participant')).toContain('Düşük kalanlar: Öfke ılımlılığı.')
    expect(spoken('participant')).not.toMatch(/görüşme/i)
  })
  it('asks about what lies far out at either end, and about nothing else', () => {
    const rows = view.groups.flatMap((group) => group.rows)
    const asked = rows.filter((row) => row.interview.length > 0)
    expect(asked.map((row) => row.band?.tone).sort()).toEqual(
      rows
        .flatMap((row) => (/attention|below|strength/.test(row.band?.tone ?? '') ? row.band?.tone : []))
        .sort(),
    )
    expect(asked.some((row) => row.band?.tone === 'strength')).toBe(true)
    expect(asked.some((row) => row.band?.tone === 'attention')).toBe(true)
  })
  it('says what the mean of a group leaves out, and what is invented', () => {
    const without = {
      ...report,
      categories: report.categories.map((one) => ({ ...one, groupWithout: ['Dayanıklılık'] })),
    }
    const bar = sections(without, everything, words('tr')).bars[0]
    expect(bar?.group).toContain('(Dayanıklılık hariç)')
    expect(bar?.picture.alt).toContain('(Dayanıklılık hariç)')
    const invented = { ...report, texts: { ...report.texts, simulated: 'Normlar örnek amaçlıdır.' } }
    const legend = sections(invented, everything, words('tr')).detailsLegend
    expect(legend.map((item) => item.text)).toEqual(
      expect.arrayContaining(['Norm ortalaması (örnek)', 'Beklenen aralık (örnek)']),
    )
  })
  it('says how sure each T score is, in the drawing, beside it and in words', () => {
    const row = view.groups[0]?.rows[0]
    expect(row?.second).toBe('T 62 ± 4')
    expect(row?.picture.alt).toContain('ölçme hatası 4 puan')
    // Two means, two marks, one legend.
    expect(view.detailsLegend.map((item) => item.key)).toEqual(['person', 'norm', 'range', 'group', 'error'])
    expect(said(sections(report, { ...everything, percentages: false }, words('tr')).groups)).not.toMatch(
      /± 4|hatası 4/,
    )
  })
  it('says the number right as a share of all, and names the whole client where there is no group', () => {
    const note = (of: ReportView) => of.facts.find((fact) => fact.key === 'dogru_cevap_sayisi')?.note
    expect(note(view)).toBe('%81')
    expect(note(sections(report, { ...everything, percentages: false }, words('tr')))).toBeNull()
    const whole = sections(
      { ...report, group: { key: 'grup_ortalamasi', name: '', size: 16 } },
      everything,
      words('tr'),
    )
    expect(whole.facts.at(-1)?.note).toBe('Anadolu Gıda A.Ş., 16 kişi')
  })
  it('shows no trace of the group once its average is switched off', () => {
    const scores = allKeys(report).filter((key) => key !== 'grup_ortalamasi')
    const without = sections(report, { ...everything, scores }, words('tr'))
    expect(said(without)).not.toMatch(/grubun|Grup ortalaması|23 kişi/)
    expect(without.bars[0]?.picture.drawing.shapes.some((shape) => shape.role === 'tick')).toBe(false)
  })
})

describe('a selection', () => {
  it('leaves nothing of a score that is switched off, in no layout', () => {
    for (const report of [englishReport('tr'), scl90Report('tr'), profileReport('tr')]) {
      const whole = sections(report, everything, words('tr'))
      for (const scale of report.categories.flatMap((category) => category.scales)) {
        const scores = allKeys(report).filter((key) => key !== scale.key)
        const view = sections(report, { ...everything, scores }, words('tr'))
        expect(said({ ...view, notes: [] })).not.toContain(`"${scale.name}"`)
        expect(said(whole)).toContain(`"${scale.name}"`)
        expect(view.groups.flatMap((group) => group.rows).map((row) => row.key)).not.toContain(scale.key)
      }
    }
  })
  it('says that it is a part, so that nobody takes it for the whole', () => {
    const report = profileReport('tr')
    expect(sections(report, everything, words('tr')).shown).toBeNull()
    const scores = allKeys(report).slice(1)
    expect(sections(report, { scores, details: false, percentages: true }, words('tr')).shown).toBe(
      'Bu raporda 8 puandan 7 tanesi gösteriliyor. Ayrıntılar gösterilmiyor.',
    )
  })
  it('keeps nothing of a category that a hidden scale could be reckoned back from, and says why', () => {
    const report = profileReport('tr')
    const marked = {
      ...report,
      categories: report.categories.map((one) => ({ ...one, groupWithout: ['Öfke ılımlılığı'] })),
    }
    const scores = allKeys(report).filter((key) => key !== 'ofke_ilimlilik')
    const view = sections(marked, { ...everything, scores }, words('tr'))
    expect(view.bars.map((bar) => bar.key)).toEqual(['problem_cozme_ve_analitik_dusunme'])
    expect(view.barsNote).toContain('İletişim ve değerler')
    const [whole, part] = view.groups
    expect([whole?.value, whole?.band?.tone]).toEqual(['%77', 'above'])
    expect(part).toMatchObject({ name: 'İletişim ve değerler', value: null, band: null })
    expect(part?.rows).toHaveLength(2)
    expect(narrowed(marked, { ...everything, scores }).categories[1]).toMatchObject({
      percentage: null,
      standardScore: null,
      band: null,
      groupAverage: null,
      groupWithout: [],
    })
    // Nor where its name is no longer in any row.
    expect(
      said(
        sections(
          { ...marked, categories: marked.categories.slice(1) },
          { ...everything, scores },
          words('tr'),
        ),
      ),
    ).not.toContain('Öfke')
    expect(sections(report, everything, words('tr')).barsNote).toBeNull()
  })
  it('does not name the section that limited the level once it is switched off', () => {
    const report = englishReport('tr')
    if (report.placement) report.placement = { ...report.placement, cappedBy: 'c1' }
    const scores = allKeys(report).filter((key) => key !== 'c1')
    const view = sections(report, { ...everything, scores }, words('tr'))
    const name = report.categories[0]?.scales.find(({ key }) => key === 'c1')?.name
    expect(said({ ...view, notes: [] })).not.toContain(name)
    expect(view.remarks.join(' ')).toContain('B1 ile sınırladı')
  })
  it('drops a category with its last scale and everything with none', () => {
    const report = profileReport('tr')
    const some = sections(report, { ...everything, scores: ['ofke_ilimlilik'] }, words('tr'))
    expect(some.groups.map((group) => group.key)).toEqual(['iletisim_ve_degerler'])
    const none = sections(report, { ...everything, scores: [] }, words('tr'))
    expect([none.bars, none.groups, none.ranks, none.radar]).toEqual([[], [], [], null])
  })
  it('says no percent on the rings of the radar with the percentages hidden', () => {
    const rings = (percentages: boolean) =>
      sections(profileReport('tr'), { ...everything, percentages }, words('tr')).radar?.drawing.shapes.filter(
        ({ role }) => role === 'ring-label',
      ).length
    expect([rings(true), rings(false)]).toEqual([2, 0])
  })
  it('hides the rows with the details, and every number of a bar with the percentages', () => {
    expect(sections(englishReport('tr'), { ...everything, details: false }, words('tr')).groups).toEqual([])
    const view = sections(englishReport('tr'), { ...everything, percentages: false }, words('tr'))
    expect(said([view.bars, view.groups])).not.toContain('%')
    expect(view.groups[0]?.rows[0]?.second).toBeNull()
  })
  it('offers totals, then scales by category', () => {
    expect(allKeys(englishReport('tr'))).toEqual(['total', 'grup_ortalamasi', 'a1', 'b1', 'c1', 'reading'])
    expect(choicesOf(scl90Report('tr')).totals.map((total) => total.key)).toEqual(['GSI', 'PST', 'PSDI'])
    expect(choicesOf(profileReport('tr')).categories.map((category) => category.scales.length)).toEqual([
      3, 3,
    ])
  })
})

describe('a total of which a scale is left out', () => {
  const without = (report: Parameters<typeof sections>[0], key: string) =>
    sections(report, { ...everything, scores: allKeys(report).filter((one) => one !== key) }, words('tr'))

  it('is left out as well, and says so: less the others it would be the scale', () => {
    const profile = without(profileReport('tr'), 'sayisal_verileri_algilama')
    expect(said(profile.facts)).not.toMatch(/58|51/)
    expect(profile.barsNote).toContain('Doğru cevap sayısı')
    expect(profile.shown).toBe('Bu raporda 8 puandan 6 tanesi gösteriliyor.')
    const placed = without(englishReport('tr'), 'a1')
    expect([placed.ladder, placed.barsNote]).toEqual([null, expect.stringContaining('Toplam puan')])
    expect(said([placed.summary, placed.facts])).not.toMatch(/toplam|44,2/)
    const symptoms = without(scl90Report('tr'), 'SOM')
    expect([symptoms.tiles, symptoms.barsNote]).toEqual([
      [],
      expect.stringMatching(/düzeyi.*sayısı.*şiddeti/),
    ])
    const composite = { key: 'genel', name: 'Genel', description: '', standardScore: 57.4, band: null }
    const composed = without({ ...profileReport('tr'), composites: [composite] }, 'ofke_ilimlilik')
    expect([composed.composites, composed.barsNote]).toEqual([null, expect.stringContaining('Genel')])
  })
  it('stays where it is made of other scales, or is the only one', () => {
    const other = without(profileReport('tr'), 'ofke_ilimlilik')
    expect(said(other.facts)).toContain('58 / 72')
    const alone = sections(englishReport('tr'), { ...everything, scores: ['total'] }, words('tr'))
    expect(alone.ladder).not.toBeNull()
    expect(alone.barsNote).toBeNull()
  })
})

it('tells what the radar shows where no table of details does', () => {
  const alt = (selection: Partial<Selection>) =>
    sections(profileReport('tr'), { ...everything, ...selection }, words('tr')).radar?.alt
  expect(alt({})).toContain('ayrıntı tablosundadır')
  const told = alt({ details: false })
  expect(told).toContain('Sebep sonuç ilişkisi %80, grup ortalaması %66; ')
  expect(told).toContain('Genel kültür seviyesi Puanlanmadı')
  expect(told).not.toContain('tablo')
  const plain = alt({ details: false, percentages: false })
  expect(plain).toContain('Öfke ılımlılığı Gelişim önceliği')
  expect(plain).not.toContain('%')
})

it('rounds a distance from the group once, at its end', () => {
  const near = profileReport('tr')
  for (const { scales } of near.categories)
    for (const scale of scales)
      if (scale.percentage !== null)
        Object.assign(scale, { percentage: 70.4, groupAverage: 70.6, standardScore: null })
  const { ranks } = sections(near, everything, words('tr'))
  expect(ranks[0]?.title).toBe('En yüksek puanları')
  const notes = ranks.flatMap(({ items }) => items.map(({ note }) => note))
  expect(new Set(notes)).toEqual(new Set(['%70, grupla aynı']))
})

describe('composites', () => {
  const band = { id: 'above', name: 'Beklenenin üstünde', text: '', tone: 'above' as const }
  const report = {
    ...profileReport('tr'),
    composites: [
      { key: 'genel', name: 'Genel uygunluk', description: '', standardScore: 57.4, band },
      { key: 'ekip', name: 'Ekip uyumu', description: '', standardScore: null, band: null },
    ],
  }
  it('are shown after the categories as T scores', () => {
    const { composites } = sections(report, everything, words('tr'))
    expect(composites?.title).toBe('Birleşik puanlar')
    expect(composites?.bars).toMatchObject([
      { name: 'Genel uygunluk', value: 'T 57', band: { tone: 'above' } },
      { name: 'Ekip uyumu', value: '–', band: { tone: 'none' } },
    ])
    expect(sections(profileReport('tr'), everything, words('tr')).composites).toBeNull()
  })
  it('are chosen like the others, and gone without a trace', () => {
    expect(allKeys(report)).toContain('genel')
    const scores = allKeys(report).filter((key) => key !== 'genel')
    const view = sections(report, { ...everything, scores }, words('tr'))
    expect(said(view)).not.toMatch(/Genel uygunluk|T 57/)
    expect(view.composites?.bars).toHaveLength(1)
    const hidden = sections(report, { ...everything, percentages: false }, words('tr'))
    expect(said(hidden.composites)).not.toContain('57')
  })
})

describe('confidence', () => {
  it('is not called high where no check could be judged', () => {
    for (const [locale, word] of [
      ['tr', 'Değerlendirilmedi'],
      ['en', 'Not rated'],
    ] as const) {
      const report = { ...scl90Report(locale), validity: { confidence: null, notes: [] } }
      const { confidence } = sections(report, everything, words(locale))
      expect(confidence).toMatchObject({ level: null, value: word, checks: [] })
      expect(confidence.note).not.toBeNull()
    }
  })
})

describe('words', () => {
  it('leaves no key untranslated and no placeholder unfilled', () => {
    for (const locale of ['tr', 'en'] as const) {
      for (const report of [englishReport(locale), scl90Report(locale), profileReport(locale)]) {
        const text = said(sections(report, everything, words(locale)))
        expect(text).not.toContain('report:')
        expect(text).not.toContain('{{')
      }
    }
  })
  it('names the version that scored it, and the beginning of its hash', () => {
    const { versions } = sections(profileReport('tr'), everything, words('tr'))
    expect(versions).toBe('Test sürümü MYT 1 · 9c41\u00a0e07b · rapor biçimi 1 · puanlama 1')
  })
  it('says how it was taken, with what was noted, and nothing where nothing happened', () => {
    const report = englishReport('en')
    expect(sections(report, everything, words('en')).conduct).toBeNull()
    expect(sections({ ...report, conduct: null }, everything, words('en')).conduct).toBeNull()
    const note = { id: 'n', text: 'Fire drill.', createdAt: '2026-11-20T11:30:00Z', createdBy: 'Ayşe Demir' }
    const taken = {
      ...report,
      submittedBy: 'manager' as const,
      conduct: {
        breaks: [{ startedAt: '2026-11-20T11:00:00Z', seconds: 300 }],
        pausedSeconds: 750,
        addedMinutes: 5,
        endedByManager: true,
        startedOffline: true,
        notes: [note],
      },
    }
    const view = sections(taken, everything, words('en'))
    expect(view.conduct?.facts).toEqual([
      'Paused for 12 mins 30 secs.',
      'Break at 14:00: 5 mins.',
      '5 minutes were added.',
      'A manager ended the test.',
      'Started without a connection; the times are the tablet’s.',
    ])
    expect(view.conduct?.notes[0]).toMatchObject({ text: 'Fire drill.' })
    expect(view.conduct?.notes[0]?.by).toMatch(/14:30.* · Ayşe Demir$/)
    expect(view.remarks.join(' ')).not.toContain('Time ran out')
    const endOf = (view: ReturnType<typeof sections>) =>
      view.facts.find(({ key }) => key === 'completed')?.label
    expect([endOf(view), endOf(sections(report, everything, words('en')))]).toEqual([
      'Ended early',
      'Completed',
    ])
    // Managers read it under how it was taken; the person has the remark alone.
    const remark = `${report.client.name} ended the test. Answers given before that were scored.`
    expect(view.remarks).not.toContain(remark)
    const own = { ...taken, reader: 'participant' as const, conduct: null }
    expect(sections(own, everything, words('en')).remarks).toContain(remark)
    const turkish = sections({ ...taken, locale: 'tr' }, everything, words('tr')).conduct
    expect(turkish?.facts[0]).toMatch(/: 12 dk\.? 30 sn\.?/)
    const meaningOf = (answered: number, endedByManager: boolean) =>
      sections({ ...taken, answered, conduct: { ...taken.conduct, endedByManager } }, everything, words('en'))
        .conduct?.meaning
    expect(meaningOf(report.itemCount - 2, true)).toMatch(
      /^2 questions were unanswered .* can affect the scores/,
    )
    for (const [answered, ended] of [
      [report.itemCount, true],
      [report.itemCount - 2, false],
    ] as const)
      expect(meaningOf(answered, ended)).toBe('This doesn’t change the scores.')
  })
  it('says of a part without answers that it has none, and not that they were wrong', () => {
    const report = englishReport('en')
    const scales = report.categories.flatMap((category) => category.scales)
    const weakest = scales.toSorted((a, b) => (a.percentage ?? 0) - (b.percentage ?? 0))[0]
    const cut = {
      ...report,
      categories: report.categories.map((category) => ({
        ...category,
        scales: category.scales.map((scale) =>
          scale.key === weakest?.key ? { ...scale, answered: 0, items: 15, raw: 0, percentage: 0 } : scale,
        ),
      })),
    }
    const view = sections(cut, everything, words('en'))
    const row = view.groups.flatMap(({ rows }) => rows).find(({ key }) => key === weakest?.key)
    expect(row?.band?.name).toBe('Not answered')
    expect(row?.interview).toEqual([])
    expect(view.summary.map(({ text }) => text).join(' ')).not.toContain(`Weakest section: ${weakest?.name}`)
  })
  it('says what happened on the way', () => {
    const report = {
      ...englishReport('en'),
      submittedBy: 'time' as const,
      lateAnswers: { count: 2, inTime: 1, accepted: false, undecided: 0 },
    }
    expect(sections(report, everything, words('en')).remarks.slice(-2)).toEqual([
      '2 late answers aren’t scored.',
      'According to the device clock, 1 of the late answers was given in time.',
    ])
    const more = { ...report, lateAnswers: { count: 3, inTime: 0, accepted: true, undecided: 1 } }
    expect(sections(more, everything, words('en')).remarks.slice(-2)).toEqual([
      'A manager accepted 2 late answers, so they’re scored.',
      '1 late answer isn’t scored.',
    ])
  })
})
