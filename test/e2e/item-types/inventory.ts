import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'

/** A word in both languages. */
type Both = readonly [tr: string, en: string]

const figure = (shape: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160" width="240" height="160"><rect width="240" height="160" rx="8" fill="#ffffff"/>${shape}</svg>`
const drawn = 'fill="none" stroke="#1f2937" stroke-width="5" stroke-linejoin="round"'
const figures = {
  'figures/round.svg': figure(`<circle cx="120" cy="80" r="52" ${drawn}/>`),
  'figures/square.svg': figure(`<rect x="70" y="30" width="100" height="100" ${drawn}/>`),
  'figures/triangle.svg': figure(`<polygon points="120,24 190,136 50,136" ${drawn}/>`),
  'figures/arrow.svg': figure(`<path d="M40 80 H190 M150 40 L190 80 L150 120" ${drawn}/>`),
  'figures/sign.svg': figure(
    `<rect x="40" y="34" width="160" height="92" ${drawn}/><path d="M70 80 H160" ${drawn}/>`,
  ),
}

const options: Readonly<Record<string, Readonly<Record<string, Both>>>> = {
  try1: { a: ['Kırmızı', 'Red'], b: ['Yeşil', 'Green'] },
  k1: { a: ['Depoya', 'To the store'], b: ['Kapıya', 'To the gate'], c: ['Ofise', 'To the office'] },
  k2: { yes: ['Doğru', 'True'], no: ['Yanlış', 'False'] },
  k3: { a: ['Eldiven', 'Gloves'], b: ['Gözlük', 'Glasses'], c: ['Şemsiye', 'Umbrella'] },
  k4: { a: ['A', 'A'], b: ['B', 'B'], c: ['C', 'C'], d: ['D', 'D'] },
  k6: { a: ['Ustaya söylerim.', 'I tell the foreman.'], b: ['Kendim onarırım.', 'I fix it myself.'] },
  k7: {
    w: ['Kutuyu kapat', 'Close the box'],
    x: ['Kutuyu aç', 'Open the box'],
    y: ['Bardağı koy', 'Put in the cup'],
  },
  k8: { x: ['Su', 'Water'], y: ['Ateş', 'Fire'], z: ['Toprak', 'Earth'] },
  k9: {
    a: ['Hızlı çalışırım.', 'I work fast.'],
    b: ['Temiz çalışırım.', 'I work cleanly.'],
    c: ['Sessiz çalışırım.', 'I work quietly.'],
  },
  k13: { a: ['Dört', 'Four'], b: ['Beş', 'Five'] },
}
const parts: Readonly<
  Record<string, Readonly<Record<string, { label: Both; options?: Record<string, Both> }>>>
> = {
  k8: { s: { label: ['Yangın söndürücü', 'Fire extinguisher'] }, t: { label: ['Saksı', 'Flower pot'] } },
  k11: { city: { label: ['Şehir', 'City'] }, number: { label: ['Sayı', 'Number'] } },
  k12: {
    verb: { label: ['Fiil', 'Verb'], options: { go: ['gider', 'goes'], come: ['gelir', 'comes'] } },
  },
}
const prompts: Readonly<Record<string, Both>> = {
  try1: ['Durun işareti hangi renktir?', 'Which colour is a stop sign?'],
  k1: ['Paket nereye gidecek?', 'Where does the parcel go?'],
  k2: ['Rafta on iki kutu var.', 'There are twelve boxes on the shelf.'],
  k3: ['Başlamadan önce neler takılır?', 'What is put on before the start?'],
  k4: ['Hangi şekil yuvarlaktır?', 'Which shape is round?'],
  k5: ['Sabahları erken kalkarım.', 'I get up early in the morning.'],
  k6: ['Makine durdu. Ne yaparsınız?', 'The machine has stopped. What do you do?'],
  k7: ['Adımları sıraya koyun.', 'Put the steps in order.'],
  k8: ['Hangisi hangisine aittir?', 'Which belongs to which?'],
  k9: ['Hangisi size uyar?', 'Which fits you?'],
  k10: ['Tabelada kaç çizgi var?', 'How many lines are on the sign?'],
  k11: [
    'Başkent [[city]], nüfusu [[number]] milyon.',
    'The capital is [[city]], with [[number]] million people.',
  ],
  k12: ['O her gün işe [[verb]].', 'She [[verb]] to work every day.'],
  k13: ['İki iki daha kaç eder?', 'How much are two and two?'],
}
const stimuli: Readonly<Record<string, { title: Both; text: Both; alt?: Both }>> = {
  note: {
    title: ['Not', 'Note'],
    text: [
      'Paket öğlen geldi.\n\nLütfen onu depoya götürün.',
      'The parcel came at noon.\n\nPlease take it to the store.',
    ],
  },
  shelf: {
    title: ['Raf', 'Shelf'],
    text: [
      'Mal | Kutu | Adet\nBardak | 12 | 144\nTabak | 8 | 1.250',
      'Goods | Boxes | Pieces\nCups | 12 | 144\nPlates | 8 | 1,250',
    ],
  },
  start: {
    title: ['Başlarken', 'At the start'],
    text: [
      'Eldiven takın.\nGözlük takın.\nMakineyi açın.',
      'Put on gloves.\nPut on glasses.\nSwitch the machine on.',
    ],
  },
  sign: {
    title: ['Tabela', 'Sign'],
    text: ['Tabela kapının yanında.', 'The sign is beside the door.'],
    alt: ['Çerçeve içinde bir düz çizgi', 'A straight line in a frame'],
  },
}

const pick = <T>(both: readonly [T, T], locale: 'tr' | 'en'): T => both[locale === 'tr' ? 0 : 1]
const each = <T, U>(record: Readonly<Record<string, T>>, value: (one: T, key: string) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, one]) => [key, value(one, key)]))

function texts(locale: 'tr' | 'en') {
  const say = (both: Both) => pick(both, locale)
  const items = each(prompts, (prompt, id) => ({
    prompt: say(prompt),
    ...(options[id] && { options: each(options[id], say) }),
    ...(parts[id] && {
      parts: each(parts[id], ({ label, options }) => ({
        label: say(label),
        ...(options && { options: each(options, say) }),
      })),
    }),
    ...(id === 'k4' && { alt: say(['Dört şekil yan yana', 'Four shapes side by side']) }),
    ...(id === 'try1' && {
      feedback: {
        right: say(['Evet. Durun işareti kırmızıdır.', 'Yes. A stop sign is red.']),
        wrong: say(['Durun işareti kırmızıdır.', 'A stop sign is red.']),
      },
    }),
  }))
  const scale = { name: say(['Ölçek', 'Scale']), description: say(['Bir ölçek.', 'A scale.']) }
  return {
    name: say(['Her çeşit soru', 'Every kind of question']),
    description: say(['Bütün soru çeşitleri.', 'All kinds of questions.']),
    optionSets: {
      often: each(
        {
          1: ['Hiç', 'Never'],
          2: ['Bazen', 'Sometimes'],
          3: ['Hep', 'Always'],
          dk: ['Bilmiyorum', 'I don’t know'],
        },
        say,
      ),
    },
    stimuli: each(stimuli, ({ title, text, alt }) => ({
      title: say(title),
      text: say(text),
      ...(alt && { alt: say(alt) }),
    })),
    sections: {
      kinds: {
        title: say(['Bütün çeşitler', 'All kinds']),
        instructions: say(['Her soruyu okuyun.', 'Read every question.']),
      },
      timed: {
        title: say(['Süreli bölüm', 'Timed part']),
        instructions: say(['Üç dakikanız var.', 'You have three minutes.']),
      },
      short: {
        title: say(['Kısa bölüm', 'Short part']),
        instructions: say(['Hemen biter.', 'It ends soon.']),
      },
    },
    items,
    scales: { right: scale, calm: scale, loud: scale },
    report: { title: scale.name, howToRead: scale.description, limits: scale.description },
  }
}

const ids = (record: Readonly<Record<string, unknown>> | undefined) => Object.keys(record ?? {})
const own = (id: string) => ({ id, options: ids(options[id]) })
const partsOf = (id: string) => ({
  id,
  parts: Object.entries(parts[id] ?? {}).map(([part, { options }]) => ({
    id: part,
    ...(options && { options: ids(options) }),
  })),
})

/** A test-only inventory: every kind of item and of stimulus, practice, a section with a time, and one that ends soon. */
export function itemTypesInventory(): Definition {
  const checked = checkDefinition({
    format: 1,
    code: 'KINDS',
    version: 1,
    minutes: 10,
    sensitive: false,
    participantReport: false,
    notices: [],
    preTest: [],
    report: { layout: 'profile', simulated: false },
    optionSets: { often: ['1', '2', '3', 'dk'] },
    stimuli: [
      { id: 'note', kind: 'passage' },
      { id: 'shelf', kind: 'table' },
      { id: 'start', kind: 'procedure' },
      { id: 'sign', kind: 'figure', image: 'figures/sign.svg' },
    ],
    sections: [
      {
        id: 'kinds',
        navigation: 'free',
        practice: [{ ...own('try1'), type: 'single', key: 'a' }],
        items: [
          { ...own('k1'), type: 'single', key: 'a', stimulus: 'note' },
          { ...own('k2'), type: 'true_false', key: 'yes', stimulus: 'shelf' },
          { ...own('k3'), type: 'multiple', key: ['a', 'b'], stimulus: 'start' },
          {
            ...own('k4'),
            type: 'image_choice',
            key: 'b',
            image: 'figures/arrow.svg',
            optionImages: {
              a: 'figures/square.svg',
              b: 'figures/round.svg',
              c: 'figures/triangle.svg',
              d: 'figures/arrow.svg',
            },
          },
          { id: 'k5', type: 'likert', optionSet: 'often', role: 'unscored' },
          { ...own('k6'), type: 'situational', key: 'a' },
          { ...own('k7'), type: 'ordering', key: ['x', 'y', 'w'] },
          { ...partsOf('k8'), ...own('k8'), type: 'matching', key: { s: 'y', t: 'z' } },
          { ...own('k9'), type: 'forced_choice', loads: { a: 'loud', b: 'calm', c: 'calm' } },
          { id: 'k10', type: 'numeric', key: 1, stimulus: 'sign' },
        ],
      },
      {
        id: 'timed',
        navigation: 'linear',
        timeLimitSeconds: 180,
        items: [
          {
            ...partsOf('k11'),
            type: 'gap',
            key: { city: { tr: ['Ankara'], en: ['Ankara'] }, number: { number: 5.8 } },
          },
          { ...partsOf('k12'), type: 'inline_choice', key: { verb: 'go' } },
        ],
      },
      // It runs out while the test looks at it.
      {
        id: 'short',
        navigation: 'linear',
        timeLimitSeconds: 3,
        items: [{ ...own('k13'), type: 'single', key: 'a' }],
      },
    ],
    scales: [
      {
        key: 'right',
        kind: 'correct',
        items: ['k1', 'k2', 'k3', 'k4', 'k6', 'k7', 'k8', 'k10', 'k11', 'k12', 'k13'],
      },
      { key: 'calm', kind: 'forced_choice' },
      { key: 'loud', kind: 'forced_choice' },
    ],
    texts: { tr: texts('tr'), en: texts('en') },
    figures,
  })
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  return checked.definition
}
