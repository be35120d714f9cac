import { useTranslation } from 'react-i18next'
import {
  cancelAssignments,
  extendAssignments,
  remindAssignments,
  type SkipReason,
} from '#contract/assignment-actions.ts'
import { formatNumber } from '#contract/format.ts'
import type { BodyIn } from '#contract/kit.ts'
import { useAction } from '../../../app/useAction.ts'

/** Named assignments, or all that a filter of the list finds. */
export type Which = BodyIn<typeof cancelAssignments>

interface Outcome {
  done: number
  /** Set if people and tests are counted separately. */
  people?: number
  skipped: readonly { reason: SkipReason; count: number }[]
  queued?: boolean
}

/** A manager's actions on one or many assignments; each reports its result, and why the rest stayed unchanged. */
export function useAssignmentActions() {
  const { t, i18n } = useTranslation()
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const saidOf = (action: 'remind' | 'extend' | 'cancel') => (outcome: Outcome) => {
    const done = outcome.queued ? `${action}.queued` : `${action}.done`
    const parts = [
      ...(outcome.done > 0 ? [t(`assignments:actions.${done}`, words(outcome.people ?? outcome.done))] : []),
      ...outcome.skipped.map(({ reason, count }) => t(`assignments:actions.skipped.${reason}`, words(count))),
    ]
    const text = parts.join(' ') || t('assignments:actions.nothing')
    return outcome.done > 0 && outcome.skipped.length === 0 ? text : { note: text }
  }
  return {
    remind: useAction(remindAssignments, { done: saidOf('remind') }),
    extend: useAction(extendAssignments, { done: saidOf('extend') }),
    cancel: useAction(cancelAssignments, { done: saidOf('cancel') }),
  }
}
export type AssignmentActions = ReturnType<typeof useAssignmentActions>
