import type { Form } from '#contract/participant.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { behind } from '../attempt/reached.ts'
import { type Step, stepsOf } from '../attempt/steps.ts'
import { sectionDeadline, sectionIsOver } from './limits.ts'

type Section = Form['sections'][number]

/** Which steps an attempt allows. It reads the attempt at every call, because a clock may have started meanwhile. */
export function stepRulesOf(live: LiveAttempt) {
  const head = () => live.get().head
  // A guessed time closes nothing: the server is asked first.
  const isOver = (section: Section) =>
    !live.clock.estimated && sectionIsOver(head(), section.id, live.clock.now())
  const started = (section: Section) => sectionDeadline(head(), section.id) !== undefined
  const behindOf = (section: Section) => behind(live.get().progress, section)
  const wasEntered = (section: Section) =>
    section.timeLimitSeconds === undefined ? behindOf(section) !== undefined : started(section)

  /** Practice and opening until the section is entered; items until its time is over, or they were left behind. */
  function mayOpen(target: Step): boolean {
    if (target.kind === 'review') return true
    const { section } = target
    if (isOver(section)) return false
    if (target.kind !== 'item') return !wasEntered(section)
    if (section.navigation === 'free') return true
    return section.items.indexOf(target.item) >= (behindOf(section) ?? 0)
  }

  /** True within a section that allows no going back: it ends with its last item, or when its time is over. */
  const isForwardOnly = (step: Step): boolean =>
    step.kind === 'item' && step.section.navigation === 'linear' && !isOver(step.section)

  /** True if going on from here gives up the rest of a section's time. */
  const ends = (step: Step): boolean =>
    isForwardOnly(step) &&
    step.kind === 'item' &&
    started(step.section) &&
    step.section.items.at(-1)?.id === step.item.id

  /** False out of a section that allows no going back, or whose time would run on unseen. */
  function mayReturn(from: Step, to: Step): boolean {
    if (from.kind !== 'item' || (to.kind !== 'review' && to.section.id === from.section.id)) return true
    return !isForwardOnly(from) && (to.kind === 'review' || !started(from.section) || isOver(from.section))
  }

  /** The step that going to this one leads to: the opening, where the time starts, or the next item where order is fixed. */
  function entrance(target: Step): Step {
    if (target.kind !== 'item') return target
    const { section } = target
    const own = stepsOf(head().form).filter(
      (step) => step.kind !== 'review' && step.section.id === section.id,
    )
    if (section.timeLimitSeconds !== undefined && !started(section))
      return own.find(({ kind }) => kind === 'opening') ?? target
    const { place } = live.get().progress
    if (section.navigation === 'free' || own.some(({ key, kind }) => kind === 'item' && key === place))
      return target
    return own.filter(({ kind }) => kind === 'item')[behindOf(section) ?? 0] ?? target
  }

  /** Starts the time of a section that has one and was not entered. */
  async function open({ id, timeLimitSeconds }: Section): Promise<void> {
    if (timeLimitSeconds !== undefined && sectionDeadline(head(), id) === undefined)
      await live.openSection(id, timeLimitSeconds)
  }

  /** The section whose time runs and in which there is still something to do. */
  const running = (): Section | undefined =>
    head().form.sections.find(
      (section) =>
        started(section) &&
        !isOver(section) &&
        (section.navigation === 'free' || (behindOf(section) ?? 0) < section.items.length),
    )

  return { mayOpen, isForwardOnly, ends, mayReturn, entrance, open, running }
}
