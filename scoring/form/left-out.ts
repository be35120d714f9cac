import type { Definition } from '#scoring/definition/definition.ts'
import { scaleItems } from '#scoring/definition/lookup.ts'
import type { Scale } from '#scoring/definition/scale-schema.ts'

type Notice = Definition['notices'][number]

/** An explicit consent for single scales: who declines it takes the test without them. */
export type ScaleConsent = Notice & { scales: readonly string[] }

const isScaleConsent = (notice: Notice): notice is ScaleConsent => notice.scales !== undefined

/** The consents that a person may decline and go on. */
export const scaleConsents = ({ notices }: Pick<Definition, 'notices'>): ScaleConsent[] =>
  notices.filter(isScaleConsent)

/** The single scales that are asked with consent only; none where the whole inventory is sensitive. */
export const sensitiveScales = ({ sensitive, scales }: Pick<Definition, 'sensitive' | 'scales'>): string[] =>
  sensitive ? [] : scales.flatMap((scale) => (scale.sensitive ? [scale.key] : []))

/**
 * The scales that somebody is not asked about who has accepted these notices. A sensitive scale that no notice names, in a
 * version from before there were any, is always among them.
 */
export function scalesWithout(definition: Definition, accepted: readonly string[]): string[] {
  const agreed = new Set(
    scaleConsents(definition).flatMap(({ id, scales }) => (accepted.includes(id) ? scales : [])),
  )
  return withTotals(
    definition,
    sensitiveScales(definition).filter((key) => !agreed.has(key)),
  )
}

/** The same scales with every total that needs one of them. */
export function withTotals({ scales }: Pick<Definition, 'scales'>, leftOut: readonly string[]): string[] {
  return scales.flatMap((scale) => {
    const parts = scale.kind === 'forced_choice' ? [] : (scale.of ?? [])
    return [scale.key, ...parts].some((key) => leftOut.includes(key)) ? [scale.key] : []
  })
}

/** A scale's own items: a total has none, those of its parts are asked for the parts. */
export const itemsOfItsOwn = (definition: Definition, scale: Scale): readonly string[] =>
  scale.kind === 'forced_choice' ? scaleItems(definition, scale) : (scale.items ?? [])

/**
 * The items that are not asked where these scales are left out. An item that another scale needs is asked all the same:
 * checkDefinition refuses that, and only a version from before may have one.
 */
export function itemsLeftOut(definition: Definition, leftOut: readonly string[]): Set<string> {
  if (leftOut.length === 0) return new Set()
  const own = (left: boolean) =>
    definition.scales
      .filter(({ key }) => leftOut.includes(key) === left)
      .flatMap((scale) => itemsOfItsOwn(definition, scale))
  const needed = new Set(own(false))
  return new Set(own(true).filter((id) => !needed.has(id)))
}
