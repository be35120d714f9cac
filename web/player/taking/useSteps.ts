import { useEffect, useMemo, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { type Step, stepsOf } from '../attempt/steps.ts'
import { pageOf } from './pageOf.ts'
import { stepRulesOf } from './stepRules.ts'

type ItemStep = Extract<Step, { kind: 'item' }>
const isItem = (step: Step): step is ItemStep => step.kind === 'item'

/** The browser's Back and Forward walk through the items. */
function useHistory(place: string, go: (place: string) => void) {
  useEffect(() => {
    const state: unknown = history.state
    const known = typeof state === 'object' && state !== null && 'place' in state ? state.place : undefined
    if (known === undefined) history.replaceState({ place }, '')
    else if (known !== place) history.pushState({ place }, '')
  }, [place])
  useEffect(() => {
    const pop = (event: PopStateEvent) => {
      const state: unknown = event.state
      if (typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'string')
        go(state.place)
    }
    window.addEventListener('popstate', pop)
    return () => window.removeEventListener('popstate', pop)
  }, [go])
}

export type Steps = ReturnType<typeof useSteps>

/** The step that is shown, and the ways that lead on from it. */
export function useSteps(live: LiveAttempt, { head, progress }: LiveState, paged = false) {
  const steps = useMemo(() => stepsOf(head.form), [head.form])
  /** The last item of a section that was asked to end, while that is not confirmed. */
  const [leaving, setLeaving] = useState<string>()

  const index = Math.max(
    0,
    steps.findIndex(({ key }) => key === progress.place),
  )
  const step: Step = steps[index] ?? { key: 'review', kind: 'review' }
  const section = step.kind === 'review' ? undefined : step.section
  const page = paged ? pageOf(steps, step) : undefined
  const firstOf = (on: Step) => (paged ? pageOf(steps, on)?.steps[0] : undefined) ?? on
  const begins = steps.indexOf(page?.steps[0] ?? step)
  const ends = begins + (page?.steps.length ?? 1)
  const rules = stepRulesOf(live)

  const goTo = (target: Step | undefined) => {
    if (target) void live.goTo(rules.entrance(target).key)
  }
  /** The first step after this one that is still to be shown. */
  const following = (wanted: (later: Step) => boolean = () => true) =>
    steps.slice(ends).find((later) => wanted(later) && rules.mayOpen(later)) ?? steps.at(-1)
  const next = async () => {
    if (step.kind === 'opening') await rules.open(step.section)
    if (rules.ends(step) && leaving !== step.key) setLeaving(step.key)
    else goTo(following())
  }
  const earlier = steps
    .slice(0, Math.max(0, begins))
    .findLast((before) => before.kind === 'item' && rules.mayOpen(before) && rules.mayReturn(step, before))

  useHistory(step.key, (place) => {
    const target = steps.find(({ key }) => key === place)
    if (target && rules.mayOpen(target) && rules.mayReturn(step, target)) goTo(target)
  })

  return {
    step,
    page,
    section,
    items: steps.filter(isItem),
    rules,
    goTo,
    next: () => void next(),
    back: earlier ? () => goTo(firstOf(earlier)) : undefined,
    skipPractice: () => goTo(following(({ kind }) => kind !== 'practice')),
    review: rules.isForwardOnly(step) ? undefined : () => goTo(steps.at(-1)),
    afterSection: following((later) => later.kind === 'review' || later.section.id !== section?.id),
    leaving: leaving === step.key,
    stay: () => setLeaving(undefined),
  }
}
