import { describe, expect, test } from 'vitest'
import { scopes } from '#contract/access.ts'
import { errorStatus } from '#contract/errors.ts'
import { report } from '#contract/reports.ts'
import { ValidityRule } from '#scoring/definition/scale-schema.ts'
import {
  baseOf,
  languages,
  placeholdersOf,
  readTexts,
  referencesOf,
  saidByMails,
  type Texts,
} from '#test/architecture/locale-keys.ts'
import { manneredNames, manneredWords } from '#test/architecture/plain-words.ts'
import { isTest, readSources } from '#test/architecture/sources.ts'

const product = readSources().filter(({ path }) => !isTest(path))

describe('texts', () => {
  const texts: Record<(typeof languages)[number], Texts> = { tr: readTexts('tr'), en: readTexts('en') }
  const keys = [...new Set(languages.flatMap((language) => [...texts[language].keys()]))].sort()
  const bases = new Set(keys.map(baseOf))
  const namespaces = [...new Set(keys.map((key) => key.split(':')[0] ?? ''))]
  const references = referencesOf(
    product.filter(({ path }) => !path.startsWith('b')),
    namespaces,
    // Scopes of API keys are written as keys of texts are.
  ).filter(({ key }) => !scopes.some((scope) => scope === key))
  const mails = saidByMails(product)
  const isThere = ({ key, prefix }: { key: string; prefix: boolean }) =>
    prefix ? keys.some((known) => known.startsWith(key)) : bases.has(key) || keys.includes(key)

  test.each(languages)('are all there in %s', (language) => {
    expect(
      keys.filter((key) => !texts[language].has(key)).map((key) => `locales/${language} ${key}`),
    ).toEqual([])
    expect(keys.filter((key) => texts[language].get(key)?.trim() === '')).toEqual([])
  })
  test('have the same placeholders in both languages', () => {
    const byBase = (language: (typeof languages)[number]) =>
      Map.groupBy(texts[language], ([key]) => baseOf(key))
    const all = { tr: byBase('tr'), en: byBase('en') }
    const of = (language: (typeof languages)[number], base: string) =>
      placeholdersOf((all[language].get(base) ?? []).map(([, text]) => text).join(' '))
    const different = [...bases].filter((base) => String(of('tr', base)) !== String(of('en', base)))
    expect(different.map((base) => `${base}: tr {${of('tr', base)}} en {${of('en', base)}}`)).toEqual([])
  })
  test('of a control’s accessible name contain its visible text', () => {
    const lower = (text: string, language: string) => text.toLocaleLowerCase(language)
    const faults = languages.flatMap((language) =>
      [...texts[language]].flatMap(([key, text]) => {
        // `remindOf` names `remind`, and `actionOf.remind` names `action.remind`.
        const button = key.replace(/Of(\.\w+)?$/, '$1')
        const visible = texts[language].get(button)
        if (button === key || visible === undefined) return []
        return lower(text, language).includes(lower(visible, language)) ? [] : [`${language} ${key}: ${text}`]
      }),
    )
    expect(faults).toEqual([])
  })
  test('in English use plain words', () => {
    const written = [...texts.en].map(([key, text]) => ({ place: `locales/en ${key}`, text }))
    expect(manneredWords(written)).toEqual([])
    expect(manneredNames(keys.map((key) => ({ place: 'locales', text: key })))).toEqual([])
  })
  test('in Turkish keep to one word per concept', () => {
    // Only the unambiguous words: the rest needs a reader.
    const words: [RegExp, string][] = [
      [/yanıt(?!sız)/i, 'cevap'],
      [/son tarih/i, 'son gün'],
      [/süzgeç|süzgec/i, 'filtre'],
      [/kendiliğinden/i, 'otomatik'],
      [/\buydurma\b/i, 'örnek amaçlıdır, gerçek veriye dayanmaz'],
      [/envanter/i, 'test'],
      [/sicil bilgi/i, 'MERSİS numarası'],
      [/ticari unvan/i, 'ticaret unvanı'],
      [/sistem yönetici|süper kullanıcı|Terazi yönetici/i, 'platform yöneticisi, üst yönetici'],
      [/kare kod/i, 'karekod'],
      [/geri gelir/i, 'iade edilir'],
      [/\btest(i|ler|leri)? tanımla/i, 'test ata'],
      [/havale(?!\/EFT)/i, 'havale/EFT'],
      [/'/, '’'],
    ]
    const found = [...texts.tr].flatMap(([key, text]) =>
      words
        .filter(([word]) => word.test(text))
        .map(([, better]) => `locales/tr ${key}: ${text} (use ${better})`),
    )
    expect(found).toEqual([])
  })
  test('in Turkish have at most twelve words a sentence', () => {
    // Legal texts need their long sentences.
    const legal = /^(publicTerms|publicPrivacy):|^orders:terms\.versions\./
    const long = [...texts.tr]
      .filter(([key]) => !legal.test(key))
      .flatMap(([key, text]) =>
        text
          .split(/(?<=[.!?…])\s+|\n/)
          .filter(
            (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length > 12,
          )
          .map((sentence) => `locales/tr ${key}: ${sentence}`),
      )
    expect(long).toEqual([])
  })
  test('with plural forms have one and other', () => {
    const lonely = keys.filter((key) => {
      const base = baseOf(key)
      return base !== key && !(keys.includes(`${base}_one`) && keys.includes(`${base}_other`))
    })
    expect(lonely).toEqual([])
  })
  test('that code names exist', () => {
    const missing = references.filter((one) => !isThere(one))
    expect(missing.map(({ place, key }) => `${place} ${key}`)).toEqual([])
    const unsaid = mails.filter((one) => one.named && !one.keys.some((key) => isThere({ ...one, key })))
    expect(unsaid.map(({ place, keys }) => `${place} ${keys.join(' or ')}`)).toEqual([])
  })
  test('are all used', () => {
    const all = [...references, ...mails.flatMap((one) => one.keys.map((key) => ({ ...one, key })))]
    const named = new Set(all.filter(({ prefix }) => !prefix).map(({ key }) => key))
    // A bare `namespace:${…}` says nothing of which keys are meant; the tests below hold these namespaces.
    const prefixes = all.filter(({ prefix, key }) => prefix && !key.endsWith(':')).map(({ key }) => key)
    // The public pages name their own head's words and their sections by the page, and a missing one breaks the build.
    const held = (key: string) =>
      /^(errors|validation|validity|publicTerms|publicPrivacy):|^public\w+:meta\./.test(key)
    const unused = keys.filter(
      (key) =>
        !held(key) &&
        !named.has(key) &&
        !named.has(baseOf(key)) &&
        !prefixes.some((prefix) => key.startsWith(prefix)),
    )
    expect(unused).toEqual([])
  })
  test('of errors are the codes of the contract', () => {
    const inErrors = keys.filter((key) => key.startsWith('errors:')).map((key) => key.slice('errors:'.length))
    expect(inErrors.sort()).toEqual(Object.keys(errorStatus).sort())
  })
  test('of validity are the rules, their outcomes and the layouts', () => {
    const kinds = ValidityRule.options.flatMap(({ shape: { kind } }) =>
      'options' in kind ? kind.options : [kind.value],
    )
    const outcomes = ['name', 'high', 'medium', 'low']
    const ofRules = kinds.flatMap((kind) => outcomes.map((outcome) => `validity:${kind}.${outcome}`))
    const layouts = report.shape.inventory.shape.layout.options.map((layout) => `validity:${layout}`)
    const inValidity = keys.filter((key) => key.startsWith('validity:'))
    expect(inValidity).toEqual(['validity:simulated', ...layouts, ...ofRules].sort())
  })
  test('of validation are what fields complain about', () => {
    const code = product.filter(({ path }) => /^(contract|server)\//.test(path)).flatMap(({ lines }) => lines)
    const all = code.join('\n')
    const complaints = new Set(
      [...all.matchAll(/\b(?:key|error|why): '([a-z_]+)'/g), ...all.matchAll(/'validation:([a-z_]+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    for (const kind of ['text', 'list', 'number'])
      for (const way of ['small', 'big']) complaints.add(`too_${way}_${kind}`)
    const known = [...bases]
      .filter((key) => key.startsWith('validation:'))
      .map((key) => key.slice('validation:'.length))
    expect(known.filter((key) => !complaints.has(key))).toEqual([])
    const thrown = [...all.matchAll(/\{ key: '([a-z_]+)'/g)].map((match) => match[1] ?? '')
    expect(thrown.filter((key) => !known.includes(key))).toEqual([])
  })
})
