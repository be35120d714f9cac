import type { FeedbackPart } from '#contract/feedback.ts'
import type { Locale } from '#contract/fields.ts'
import { likelierNeighbour } from '#scoring/score/level-chances.ts'
import { isReliablyHigher } from '#scoring/score/rank-range.ts'
import type { ScaleScore } from '#scoring/score/scores.ts'
import type { ResultOfAssignment } from '#server/features/delivery/results/results.ts'
import { translate, translateIfThere, type Variables } from '#server/locales.ts'

type Result = Pick<ResultOfAssignment, 'scores'> & {
  readonly version: Pick<ResultOfAssignment['version'], 'definition'>
}
/** The title is that of its kind unless given. */
type Part = Omit<FeedbackPart, 'title'> & { readonly title?: string }
const tones = ['attention', 'below', 'expected', 'above', 'strength'] as const
type Tone = (typeof tones)[number]

/** A scale in plain words. */
interface Area {
  readonly name: string
  readonly text: string
  readonly tone: Tone
  /** Another day it could be in another band. */
  readonly close: boolean
  /** The T score with its error, higher for better, to tell areas apart; null where there is none. */
  readonly measured: { readonly value: number; readonly se: number } | null
  /** For the order alone. */
  readonly rank: number
}

/** A level next to the given one is possible from this chance on. */
const possible = 0.25

/**
 * Feedback on a result for the person who took the test: what went well, how sure that is and what it is not. Sensitive scales,
 * totals, numbers and checks of the answers' quality are in none of it.
 */
export function feedbackParts(result: Result, client: string, locale: Locale): FeedbackPart[] {
  const areas = areasOf(result, locale)
  const level = levelPart(result, locale)
  const usable = result.scores.validity.confidence !== 'low' && (areas.length > 0 || level !== undefined)
  const say: Say = (key) => translate(locale, key, { client })
  const notKeys = ['feedback:not.diagnosis', 'feedback:not.decision', 'feedback:not.day', 'feedback:not.rest']
  const not: Part = { kind: 'not', lines: notKeys.map((key) => say(key)), areas: [] }
  const parts: Part[] = usable
    ? [...(level ? [level] : []), ...areaParts(areas, say), surePart(result, areas, locale), not]
    : [
        {
          kind: 'unusable',
          lines: [say('feedback:unusable.answers'), say('feedback:unusable.ask')],
          areas: [],
        },
        not,
      ]
  return parts.map((part) => ({ ...part, title: part.title ?? say(`feedback:title.${part.kind}`) }))
}

type Say = (key: string, variables?: Variables) => string

/** The scales with a band, the best first, in the product's words; a scale that it has none for in general ones. */
function areasOf({ scores, version: { definition } }: Result, locale: Locale): Area[] {
  return scores.scales
    .flatMap((score): Area[] => {
      const scale = definition.scales.find(({ key }) => key === score.key)
      const isTotal = scale !== undefined && 'of' in scale && scale.of !== undefined
      const set = definition.bandSets?.[scale?.bandSet ?? '']
      const band = set?.bands.find(({ id }) => id === score.band)
      if (set === undefined || band === undefined || score.sensitive || isTotal) return []
      const own = `feedback:test.${definition.code}.${score.key}`
      const tone = band.tone ?? 'expected'
      // T scores and percentages are mirrored about 50 where a low one is the better one.
      const better = (value: number) => (isBetterHigh(set.bands) ? value : 100 - value)
      return [
        {
          name:
            translateIfThere(locale, `${own}.name`) ??
            definition.texts[locale].scales?.[score.key]?.name ??
            score.key,
          text: translateIfThere(locale, `${own}.${band.id}`) ?? translate(locale, `feedback:any.${tone}`),
          tone,
          close: set.on === 'T' && isClose(score, band),
          measured:
            score.T === null || score.semT === null ? null : { value: better(score.T), se: score.semT },
          rank: better(score.T ?? score.percentage ?? 0),
        },
      ]
    })
    .sort((one, other) => other.rank - one.rank)
}

/** True unless the highest band is drawn as worse than the lowest. */
function isBetterHigh(bands: readonly { tone?: Tone | undefined }[]): boolean {
  const toneAt = (at: number) => tones.indexOf(bands.at(at)?.tone ?? 'expected')
  return toneAt(-1) >= toneAt(0)
}

/** Within one standard error of where the next band begins. */
const isClose = (
  { T, semT }: ScaleScore,
  { from, to }: { from?: number | undefined; to?: number | undefined },
) =>
  T !== null &&
  semT !== null &&
  ((from !== undefined && T - from <= semT) || (to !== undefined && to - T <= semT))

function levelPart({ scores, version: { definition } }: Result, locale: Locale): Part | undefined {
  const level = scores.placement?.level
  if (level === undefined) return undefined
  const words = definition.texts[locale].levels?.[level]
  const own = translateIfThere(locale, `feedback:level.${definition.code}.${level.replace(' ', '_')}`)
  return { kind: 'level', lines: [], areas: [{ name: words?.name ?? level, text: own ?? words?.text ?? '' }] }
}

const isStrength = ({ tone }: Area) => tone === 'above' || tone === 'strength'

function areaParts(areas: readonly Area[], say: Say): Part[] {
  const strengths = areas.filter(isStrength)
  const others = areas.filter((area) => !isStrength(area))
  const shown = (some: readonly Area[]) => some.map(({ name, text }) => ({ name, text }))
  if (areas.length === 0) return []
  return [
    {
      kind: 'strengths',
      lines: strengths.length === 0 ? [say('feedback:strengths.none')] : [],
      areas: shown(strengths),
    },
    ...(others.length === 0
      ? []
      : [
          {
            kind: 'others' as const,
            lines: [],
            areas: shown(others),
            ...(strengths.length === 0 && { title: say('feedback:title.areas') }),
          },
        ]),
  ]
}

function surePart(result: Result, areas: readonly Area[], locale: Locale): Part {
  const { scores, version } = result
  const say: Say = (key, variables) => translate(locale, key, variables)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const named = (some: readonly Area[]) => list.format(some.map(({ name }) => name))
  const close = areas.filter((area) => area.close)
  return {
    kind: 'sure',
    lines: [
      say('feedback:sure.error'),
      ...levelLines(result, say, locale),
      ...highestLines(areas, say, named),
      ...(close.length === 0
        ? []
        : [
            close.length === areas.length
              ? say('feedback:sure.allClose')
              : say('feedback:sure.close', { areas: named(close) }),
          ]),
      ...(scores.validity.confidence === 'medium' ? [say('feedback:sure.lessSure')] : []),
      ...(version.definition.report.simulated ? [say('feedback:sure.sample')] : []),
    ],
    areas: [],
  }
}

/** The level next to the given one, where it may well be the right one. */
function levelLines({ scores, version: { definition } }: Result, say: Say, locale: Locale): string[] {
  const { placement } = definition
  const neighbour = scores.placement && placement && likelierNeighbour(placement, scores.placement)
  if (!neighbour || neighbour.chance < possible) return []
  return [
    say('feedback:sure.level', {
      level: definition.texts[locale].levels?.[neighbour.level]?.name ?? neighbour.level,
    }),
  ]
}

/** Names the areas at the top: all that the measurement doesn't put below the best one. */
function highestLines(areas: readonly Area[], say: Say, named: (some: readonly Area[]) => string): string[] {
  const measured = areas.filter((area) => area.measured !== null)
  const best = measured[0]?.measured
  if (!best || measured.length < 2) return []
  const alike = measured.filter(({ measured: one }) => one !== null && !isReliablyHigher(best, one))
  if (alike.length === measured.length) return [say('feedback:sure.allAlike')]
  return [
    alike.length === 1
      ? say('feedback:sure.highest', { areas: named(alike) })
      : say('feedback:sure.alike', { areas: named(alike) }),
  ]
}
