import type { Definition } from '#scoring/definition/definition.ts'
import { curvesOf, fitShape, isGraded } from './fit.ts'
import type { Curve } from './moments.ts'
import { paces } from './pace.ts'
import { placementCurves } from './placement.ts'
import { type Family, type Member, memberOf, type TraitScale, traitScales } from './scales.ts'

/** The facts about answering a definition's items that are known before anybody answers. */
export interface ResponseModel {
  readonly definition: Definition
  readonly scales: readonly (TraitScale & { readonly curves: readonly Curve[] })[]
  /** Every item in the definition's order. */
  readonly items: readonly ItemModel[]
}

export interface ItemModel {
  readonly member: Member
  readonly curve: Curve
  /** The scale whose trait answers it; undefined for the items that ask how the test is taken. */
  readonly scale: string | undefined
  readonly family: Family
  readonly section: string
}

/**
 * The model of a definition: curves fitted to the norms of its scales, or placed by the level of their section. It is
 * the same for the same definition, always. Items of no scale get middling curves. Takes some 0.1 s for a long profile.
 */
export function responseModel(definition: Definition): ResponseModel {
  const { placement } = definition
  const scales = traitScales(definition).map((scale) => ({
    ...scale,
    curves:
      placement !== undefined && scale.family === 'language' && !isGraded(scale)
        ? placementCurves(placement, scale)
        : curvesOf(scale, fitShape(scale)),
  }))
  const found = new Map<string, Omit<ItemModel, 'section'>>()
  for (const { key, family, members, curves } of scales) {
    for (const [i, member] of members.entries()) {
      const curve = curves[i]
      // An item of two scales is answered by the trait of the first.
      if (curve !== undefined && !found.has(member.item.id))
        found.set(member.item.id, { member, curve, scale: key, family })
    }
  }
  const clock = paces(definition)
  const items = definition.sections.flatMap((section) =>
    section.items.flatMap((item): ItemModel[] => {
      const pace = clock.get(item.id)
      if (pace === undefined) return []
      const known =
        found.get(item.id) ?? loose(memberOf(definition, item, pace, isReversedClaim(definition, item.id)))
      return [{ ...known, section: section.id }]
    }),
  )
  return { definition, scales, items }
}

/** Claims nobody can keep are mostly not made: about 2.5 of 5 on the average. */
function loose(member: Member): Omit<ItemModel, 'section'> {
  const count = member.worth.length - 1
  const thresholds = Array.from({ length: count }, (_, j) => 0.4 + 1.1 * (j - (count - 1) / 2))
  const curve = member.points === undefined ? { a: 1.4, b: -0.5, c: member.guess } : { a: 1.4, thresholds }
  return { member, curve, scale: undefined, family: 'attitude' }
}

function isReversedClaim(definition: Definition, id: string): boolean {
  return (definition.validity ?? []).some(
    (rule) => rule.kind === 'desirability' && rule.reverse?.includes(id),
  )
}
