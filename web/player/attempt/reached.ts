import type { Form } from '#contract/participant.ts'
import type { Progress, Started } from './model.ts'

type Section = Form['sections'][number]

const indexIn = (section: Section, place: string) =>
  section.items.findIndex(({ id }) => place === `item:${id}`)

/**
 * The number of a section's items that are behind the person: those before the furthest one they have seen, and all of them
 * once they left the last one. Undefined while the section was not entered. If this device did not see it, the answers tell.
 */
export function behind({ reached, answers, place }: Progress, section: Section): number | undefined {
  const known = reached?.[section.id] ?? section.items.findLastIndex(({ id }) => answers[id] !== undefined)
  const furthest = Math.max(known, indexIn(section, place))
  return furthest < 0 ? undefined : furthest
}

/** The progress with another place, and how far the sections left and entered by that were seen. */
export function wentTo(progress: Progress, { sections }: Form, place: string): Progress {
  const reached = { ...progress.reached }
  for (const section of sections) {
    const [from, to] = [indexIn(section, progress.place), indexIn(section, place)]
    if (from < 0 && to < 0) continue
    const left = to < 0 && from === section.items.length - 1
    reached[section.id] = left ? section.items.length : Math.max(behind(progress, section) ?? 0, to)
  }
  return { ...progress, place, reached }
}

/** The progress after a new start: it includes what was answered on another device, and the place is not before that. */
export function caughtUp(progress: Progress, { sections }: Form, started: Started['sections']): Progress {
  const reached = { ...progress.reached }
  let { place } = progress
  for (const section of sections) {
    const known = behind(progress, section)
    const before = place === `opening:${section.id}` || place.startsWith(`practice:${section.id}:`)
    // Its time has begun, or it has none any more: then there is no opening.
    const unlimited = place.startsWith('opening:') && section.timeLimitSeconds === undefined
    if (before && (unlimited || started.some(({ id }) => id === section.id)))
      place = `item:${section.items[known ?? 0]?.id ?? section.items[0]?.id}`
    if (known === undefined) continue
    const answered = section.items.findLastIndex(({ id }) => progress.answers[id] !== undefined)
    const furthest = Math.max(known, answered)
    reached[section.id] = furthest
    const at = indexIn(section, place)
    const item = section.items[furthest]
    if (section.navigation === 'linear' && at >= 0 && at < furthest && item) place = `item:${item.id}`
  }
  return { ...progress, place, reached }
}
