import { describe, expect, test } from 'vitest'
import { readShipped } from '#content/read.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { checkCase } from '#scoring/score/golden.ts'
import { checkDefinition } from './check-definition.ts'
import { inheritedProblems } from './check-golden.ts'

function accepted(document: unknown): Definition {
  const checked = checkDefinition(document)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

test.each(['AYT/3', 'ENGLISH/3', 'MYT/6', 'SCL90/5'])(
  '%s has golden cases, and they come out',
  async (version) => {
    const definition = accepted(await readShipped(version))
    const cases = definition.goldenCases ?? []
    expect(cases.map(({ id }) => id)).toEqual(['mostly', 'half'])
    // Every question is answered, and every scale compared.
    const items = definition.sections.flatMap((section) => section.items)
    for (const golden of cases) {
      expect(Object.keys(golden.answers)).toHaveLength(items.length)
      expect(Object.keys(golden.expected.scales ?? {})).toHaveLength(definition.scales.length)
      expect(checkCase(definition, golden)).toEqual([])
    }
  },
)

describe('a definition whose golden case comes out otherwise', async () => {
  const shipped = accepted(await readShipped('AYT/3'))
  /** As if somebody had changed what is right. */
  const otherKey = (definition: Definition): Definition => {
    const copy = structuredClone(definition)
    const item = copy.sections[0]?.items[1]
    if (item?.type !== 'single') throw new Error('no item')
    item.key = 'c'
    return copy
  }

  test('is refused, with each score by its place', () => {
    const checked = checkDefinition(otherKey(shipped))
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(checked.problems[0]).toEqual({
      path: 'goldenCases[0].expected.scales.verbal.raw',
      code: 'golden_case_expects_to_be_but_it_is',
      message: 'golden case mostly expects scales.verbal.raw to be 12 but it is 11',
      values: { p0: 'mostly', p1: 'scales.verbal.raw', p2: 12, p3: 11 },
    })
  })

  test('has an answer of no item, or one that is not possible', () => {
    const copy = structuredClone(shipped)
    const answers = copy.goldenCases?.[0]?.answers ?? {}
    answers.vb02 = 'x'
    answers.none = 'a'
    const checked = checkDefinition(copy)
    expect(checked.ok ? [] : checked.problems.map(({ message }) => message)).toEqual([
      'golden case mostly gives vb02 no possible answer',
      'golden case mostly answers none which is no item',
    ])
  })

  test('is compared with the cases of the version before where it has none', () => {
    const { goldenCases: _, ...without } = otherKey(shipped)
    const next = { ...without, version: 4 }
    expect(inheritedProblems(next, shipped).map(({ code }) => code)).toContain(
      'golden_case_expects_to_be_but_it_is',
    )
    expect(inheritedProblems(next, undefined)).toEqual([])
    const same = { ...shipped, version: 4, goldenCases: undefined }
    expect(inheritedProblems(same, shipped)).toEqual([])
  })

  test('asks other questions: cases of the version before say nothing', () => {
    const [first, ...others] = shipped.sections
    if (first === undefined) throw new Error('no section')
    const fewer = { ...first, items: first.items.slice(1) }
    const next = { ...otherKey(shipped), version: 4, goldenCases: undefined, sections: [fewer, ...others] }
    expect(inheritedProblems(next, shipped)).toEqual([])
  })
})
