import { describe, expect, test } from 'vitest'
import { bandWarnings } from '#scoring/check/check-bands.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { qualityProblems } from '#scoring/quality/quality.ts'
import { readShipped, shippedVersions } from './read.ts'
import { rightByModel } from './right-options.ts'

/** How many items each scale has, by what was laid down for the inventory. */
const attitudes = [
  ...['sorumluluk_alma_becerisi', 'degisime_uyum_becerisi', 'etik_degerlere_baglilik', 'kurallara_uyum_istegi'],
  ...['ofke_ilimlilik', 'planlama_zaman_yonetimi', 'maliyet_duyarlilik', 'ogrenmeye_aciklik'],
  ...['iletisimde_giriskenlik', 'psikolojik_durum'],
]
const laidDown: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'ENGLISH/3': { a1: 20, b1: 20, c1: 20, reading: 15 },
  'SCL90/5': { SOM: 12, OC: 10, IS: 9, DEP: 13, ANX: 10, HOS: 6, PHOB: 7, PAR: 6, PSY: 10, ADD: 7 },
  'AYT/3': { verbal: 15, numerical: 15, figural: 15, mechanical: 15 },
  'MYT/6': {
    basit_talimatlari_algilama_becerisi: 10,
    gorsel_algilama_ve_dikkat_becerisi: 24,
    sebep_sonuc_iliskisi: 10,
    sayisal_verileri_algilama: 10,
    karmasik_talimatlari_anlama: 8,
    genel_kultur_seviyesi: 10,
    // Eight statements and a situation.
    ...Object.fromEntries(attitudes.map((key) => [key, 8 + 1])),
  },
}

describe.each(await shippedVersions())('%s', async (version) => {
  const checked = checkDefinition(await readShipped(version))
  if (!checked.ok) throw new Error(`${version}: ${checked.problems.map(({ path }) => path).join(', ')}`)
  const { definition } = checked

  test('reads easily, gives nothing away, asks nothing twice and names no number but its own', () => {
    expect(qualityProblems(definition).map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  })

  test('has bands that can be reached and are no narrower than the error of measurement', () => {
    expect(bandWarnings(definition).map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  })

  test('has as many items for every key as were laid down', () => {
    const items = Object.fromEntries(
      definition.scales.map((scale) => [scale.key, 'items' in scale ? (scale.items?.length ?? 0) : 0]),
    )
    // A version that nobody laid anything down for would pass unseen.
    expect(laidDown[version]).toBeDefined()
    expect(items).toMatchObject(laidDown[version] ?? {})
  })

  test('every question asked in figures has the one right answer that its model gives', () => {
    const asked = definition.sections.flatMap(({ practice = [], items }) => [...practice, ...items])
    const pictured = asked.filter((item) => item.image !== undefined || 'optionImages' in item)
    const keys = pictured.map((item) => [item.id, 'key' in item ? [item.key] : []] as const)
    const models = keys.map(([id]) => [id, rightByModel[version]?.[id]] as const)
    expect(models).toEqual(keys)
  })
})
