import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  cancelAssignments,
  extendAssignments,
  remindAssignments,
  type SkipReason,
} from '#contract/assignment-actions.ts'
import { formatNumber } from '#contract/format.ts'
import type { BodyIn } from '#contract/kit.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { useIdempotencyKey } from '../../../app/useIdempotencyKey.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Named assignments, or all that a filter of the list finds. */
export type Which = BodyIn<typeof cancelAssignments>

interface Outcome {
  done: number
  /** Where people and tests are counted separately. */
  people?: number
  skipped: readonly { reason: SkipReason; count: number }[]
  queued?: boolean
}

/** A manager's actions on one or many assignments; each reports its result, and why the rest stayed unchanged. */
export function useAssignmentActions(clientId: string) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const params = { clientId }
  const [reminding, extending, cancelling] = [useIdempotencyKey(), useIdempotencyKey(), useIdempotencyKey()]
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })

  const tell = (action: 'remind' | 'extend' | 'cancel') => (outcome: Outcome) => {
    const done = outcome.queued ? `${action}.queued` : `${action}.done`
    const parts = [
      ...(outcome.done > 0 ? [t(`assignments:actions.${done}`, words(outcome.people ?? outcome.done))] : []),
      ...outcome.skipped.map(({ reason, count }) => t(`assignments:actions.skipped.${reason}`, words(count))),
    ]
    const text = parts.join(' ') || t('assignments:actions.nothing')
    if (outcome.done > 0 && outcome.skipped.length === 0) toast.success(text)
    else toast.blank(text)
  }
  const common = {
    onError: (error: Error) => toast.error(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', clientId] }),
  }
  return {
    remind: useMutation({
      ...common,
      mutationFn: (body: Which) =>
        reminding(body, (headers) => api(remindAssignments, { params, body, headers })),
      onSuccess: tell('remind'),
    }),
    extend: useMutation({
      ...common,
      mutationFn: (body: BodyIn<typeof extendAssignments>) =>
        extending(body, (headers) => api(extendAssignments, { params, body, headers })),
      onSuccess: tell('extend'),
    }),
    cancel: useMutation({
      ...common,
      mutationFn: (body: Which) =>
        cancelling(body, (headers) => api(cancelAssignments, { params, body, headers })),
      onSuccess: tell('cancel'),
    }),
  }
}
export type AssignmentActions = ReturnType<typeof useAssignmentActions>
