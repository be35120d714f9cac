import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '#scoring/definition/item-schema.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { buildForm, itemCount, presentedItems } from './form.ts'
import { optionOrder } from './form-order.ts'
import { randomStream, shuffled } from './random.ts'

const everything = loadFixture('everything')
const placement = loadFixture('placement')

test('the stream of a seed is the same on every machine and forever', () => {
  // FNV-1a-64 of the empty text is 0xcbf29ce484222325; from there SplitMix64, recomputed apart in Python
  // (which gives the published 6457827717110365317 for the state 1234567).
  const stream = randomStream('')
  expect([stream.next().value, stream.next().value]).toEqual([14087677454934409008n, 1156539639830188822n])
  expect(shuffled([1, 2, 3, 4, 5, 6, 7, 8], 'terazi')).toEqual([8, 3, 6, 2, 7, 5, 1, 4])
})

test('a shuffle keeps every member, and every order can come out', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.string(), (list, seed) => {
      expect(shuffled(list, seed).toSorted()).toEqual(list.toSorted())
    }),
  )
  const orders = new Set(
    Array.from({ length: 200 }, (_, i) => shuffled(['a', 'b', 'c'], `seed ${i}`).join('')),
  )
  expect(orders.size).toBe(6)
})

test('pinned options keep their place', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const order = optionOrder(['a', 'b', 'none', 'c', 'other'], ['none', 'other'], seed)
      expect(order[2]).toBe('none')
      expect(order[4]).toBe('other')
      expect(order.toSorted()).toEqual(['a', 'b', 'c', 'none', 'other'])
    }),
  )
})

describe('presentedItems', () => {
  test('is fixed by the seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const items = presentedItems(everything, seed)
        expect(presentedItems(everything, seed)).toEqual(items)
        expect(new Set(items).size).toBe(items.length)
        expect(items.length).toBe(itemCount(everything))
      }),
    )
  })

  test('is the order of the form', () => {
    const form = buildForm(everything, 'tr', 'some seed')
    expect(form.sections.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
      presentedItems(everything, 'some seed'),
    )
  })

  test('draws n of m, another person another draw, in the written order where nothing is shuffled', () => {
    const draws = Array.from({ length: 40 }, (_, i) =>
      presentedItems(everything, `person ${i}`).filter((id) => id.startsWith('d')),
    )
    for (const draw of draws) {
      expect(draw).toHaveLength(3)
      expect(draw).toEqual(draw.toSorted())
    }
    expect(new Set(draws.map(String)).size).toBeGreaterThan(5)
  })

  test('keeps items of one stimulus together in their order', () => {
    for (let i = 0; i < 50; i++) {
      const items = presentedItems(everything, `seed ${i}`)
      expect(items.indexOf('nu2')).toBe(items.indexOf('nu1') + 1)
    }
  })

  test('leaves sections in place and unshuffled ones as written', () => {
    const items = presentedItems(everything, 'x')
    expect(items.slice(11, 25)).toEqual([
      ...['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9'],
      ...['v1', 'v2', 'v3', 'v4', 'u1'],
    ])
  })
})

describe('buildForm', () => {
  const form = buildForm(everything, 'tr', 'seed')

  test('contains no key, weight or scoring outside practice', () => {
    const keys = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) keys.add(key)
        if (key !== 'practice') collect(inner)
      }
    }
    collect(form)
    expect([...keys].toSorted()).toEqual(
      [
        ...[
          'alt',
          'code',
          'id',
          'image',
          'instructions',
          'inventory',
          'items',
          'kind',
          'label',
          'locale',
          'mayLeaveBlank',
          'name',
          'navigation',
        ],
        ...[
          'options',
          'parts',
          'practice',
          'prompt',
          'readAloud',
          'rows',
          'sections',
          'steps',
          'stimulus',
          'text',
          'timeLimitSeconds',
          'title',
          'type',
        ],
      ].toSorted(),
    )
  })

  test('says what must not be read aloud: a section with a limit, where neither it nor the item says otherwise', () => {
    const [timed, ...others] = everything.sections
    if (timed === undefined) throw new Error('no section')
    const read = (change: Partial<typeof timed>) => {
      const [section] = buildForm(
        { ...everything, sections: [{ ...timed, ...change }, ...others] },
        'tr',
        'seed',
      ).sections
      return {
        practice: section?.practice?.every((item) => item.readAloud === undefined),
        items: section?.items.filter((item) => item.readAloud === undefined).length,
      }
    }
    const all = timed.items.length
    expect(read({})).toEqual({ practice: true, items: 0 })
    expect(read({ readAloud: true })).toEqual({ practice: true, items: all })
    const items = timed.items.map((item, i) => (i === 0 ? { ...item, readAloud: true } : item))
    expect(read({ items })).toEqual({ practice: true, items: 1 })
    const form = buildForm(everything, 'tr', 'seed')
    expect(
      form.sections.slice(1).flatMap((section) => section.items.filter((item) => 'readAloud' in item)),
    ).toEqual([])
  })

  test('recordings follow the options as they are shown; an item that lacks one has none', () => {
    const [section] = everything.sections
    const item = section?.items.find(({ type, image, stimulus }) => type === 'single' && !image && !stimulus)
    if (!section || !item || !('options' in item)) throw new Error('no such item')
    const keys = ['prompt', ...(item.options ?? []).map((id) => `options.${id}`)].map(
      (key) => `items.${item.id}.${key}`,
    )
    const formOf = (recorded: readonly string[]) => {
      const tr = Object.fromEntries(recorded.map((key) => [key, { file: key }]))
      const shuffled = {
        ...everything,
        sections: [{ ...section, shuffleOptions: true, readAloud: true }],
        audio: { tr },
      }
      const shown = buildForm(shuffled, 'tr', 'seed').sections[0]?.items.find(({ id }) => id === item.id)
      return { audio: shown?.audio, options: shown?.options?.map(({ id }) => id) ?? [] }
    }
    const { audio, options } = formOf(keys)
    expect(options).not.toEqual(item.options)
    expect(audio).toEqual([
      { file: keys[0], marks: 0 },
      ...options.map((id, index) => ({ file: `items.${item.id}.options.${id}`, marks: index + 1 })),
    ])
    expect(formOf(keys.slice(1)).audio).toBeUndefined()
  })

  test('practice carries its key and feedback', () => {
    expect(form.sections[0]?.practice).toMatchObject([
      { id: 'try1', key: 'a', feedback: { right: 'right (tr)', wrong: 'wrong (tr)' } },
      {
        id: 'try2',
        key: null,
        options: [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }, { id: '5' }, { id: 'dk' }],
      },
    ])
  })

  test('words, pictures, parts and passages are where the player looks for them', () => {
    const find = (id: string) => form.sections.flatMap(({ items }) => items).find((item) => item.id === id)
    expect(form).toMatchObject({ inventory: { code: 'EVERYTHING', name: 'Everything (tr)' }, locale: 'tr' })
    expect(form.sections[0]).toMatchObject({
      title: 'ability (tr)',
      navigation: 'linear',
      timeLimitSeconds: 180,
    })
    const image = (shape: string) => expect.stringMatching(`^data:image/svg[+]xml,%3Csvg xmlns='.+${shape}`)
    expect(find('im1')).toMatchObject({ image: image('%3Cpolygon'), alt: 'picture (tr)' })
    expect(find('im1')?.options).toContainEqual({ id: 'b', label: 'b (tr)', image: image('%3Crect x=') })
    expect(find('mu1')?.stimulus).toEqual({
      id: 'sign',
      kind: 'figure',
      title: 'Sign (tr)',
      text: 'Look (tr).',
      image: image('%3Cpath'),
      alt: 'A sign (tr)',
    })
    expect(find('or1')?.stimulus).toEqual({
      id: 'steps',
      kind: 'procedure',
      title: 'Steps (tr)',
      steps: ['Open the box (tr).', 'Take the key.', 'Close the box.'],
    })
    expect(find('nu1')).toEqual({
      id: 'nu1',
      type: 'numeric',
      prompt: 'prompt nu1 (tr)',
      // Its section has a time limit.
      readAloud: false,
      stimulus: {
        id: 'table',
        kind: 'table',
        title: 'Table (tr)',
        rows: [
          ['Thing (tr)', 'Count'],
          ['Box', '12'],
          ['Bag', '1.250'],
        ],
      },
    })
    expect(find('ga1')?.parts).toEqual([
      { id: 'p1', label: 'p1 (tr)' },
      { id: 'p2', label: 'p2 (tr)' },
    ])
    for (const id of ['ga1', 'in1']) expect(find(id)).not.toHaveProperty('options')
    expect(find('ma1')).toMatchObject({ parts: [{ id: 's' }, { id: 't' }] })
    expect(find('s1')?.options?.at(-1)?.id).toBe('none')
  })

  test('rating scales and true or false are never shuffled, other options are', () => {
    const forms = Array.from({ length: 30 }, (_, i) => buildForm(everything, 'en', `s${i}`))
    const orders = (id: string) =>
      new Set(
        forms.map((each) =>
          String(each.sections[0]?.items.find((item) => item.id === id)?.options?.map((option) => option.id)),
        ),
      )
    expect(orders('tf1').size).toBe(1)
    expect(orders('mu1').size).toBeGreaterThan(5)
  })

  test('nor are the labels of a shared set, nor a likert item with its own', () => {
    const first = (item: Item) => {
      const sections = everything.sections.map((section, i) =>
        i === 0 ? { ...section, items: [item] } : section,
      )
      return Array.from({ length: 20 }, (_, i) =>
        String(
          buildForm({ ...everything, sections }, 'en', `s${i}`).sections[0]?.items[0]?.options?.map(
            ({ id }) => id,
          ),
        ),
      )
    }
    expect(new Set(first({ id: 's1', type: 'single', optionSet: 'agree5' }))).toEqual(
      new Set(['1,2,3,4,5,dk']),
    )
    expect(new Set(first({ id: 's1', type: 'likert', options: ['a', 'b', 'c'] }))).toEqual(new Set(['a,b,c']))
    expect(new Set(first({ id: 's1', type: 'single', options: ['a', 'b', 'c'] })).size).toBe(6)
  })

  test('is the same in both languages but for the words', () => {
    const en = buildForm(everything, 'en', 'seed')
    expect(
      JSON.parse(
        JSON.stringify(form).replaceAll('(tr)', '(en)').replace('[[p1]] [[p2]] tr', '[[p1]] [[p2]] en'),
      ),
    ).toEqual({
      ...en,
      locale: 'tr',
    })
  })

  test('an English test in Turkish: instructions and practice feedback in Turkish, items in English and marked so', () => {
    const turkish = buildForm(placement, 'tr', '')
    expect(turkish.inventory.name).toBe('Placement (tr)')
    expect(turkish.sections[1]).toMatchObject({
      title: 'high (tr)',
      practice: [{ lang: 'en', prompt: 'prompt try1 (en)', feedback: { right: 'right (tr)' } }],
    })
    expect(turkish.sections[1]?.items[0]).toEqual({
      id: 'h1',
      type: 'single',
      prompt: 'prompt h1 (en)',
      stimulus: { id: 'text', kind: 'passage', title: 'Text (en)', text: 'Words (en)', lang: 'en' },
      options: [
        { id: 'a', label: 'a (en)' },
        { id: 'b', label: 'b (en)' },
      ],
      lang: 'en',
    })
  })
})
