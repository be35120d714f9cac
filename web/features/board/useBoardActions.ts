import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMinutes, endTest, pauseTests, releaseTest } from '#contract/board.ts'
import { formatNumber } from '#contract/format.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** What a manager does to running tests. The board is asked again at once, so that it shows the result. */
export function useBoardActions(clientId: string) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const keyed = useIdempotencyKey()
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const common = {
    onError: (error: Error) => toast.error(errorMessage(error)),
    // Not waited for: a dialog would stay open until the board has answered.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['board', clientId] }),
  }
  return {
    pause: useMutation({
      ...common,
      mutationFn: (body: { paused: boolean; assignmentIds: string[] }) =>
        api(pauseTests, { params: { clientId }, body }),
      onSuccess: ({ done }, { paused }) =>
        done === 0
          ? toast.blank(t('board:pause.nothing'))
          : toast.success(t(`board:pause.${paused ? 'paused' : 'resumed'}`, words(done))),
    }),
    add: useMutation({
      ...common,
      mutationFn: ({ assignmentId, minutes }: { assignmentId: string; minutes: number }) =>
        keyed({ assignmentId, minutes }, (headers) =>
          api(addMinutes, { params: { assignmentId }, body: { minutes }, headers }),
        ),
      onSuccess: (_, { minutes }) => toast.success(t('board:add.done', words(minutes))),
    }),
    end: useMutation({
      ...common,
      mutationFn: (assignmentId: string) => api(endTest, { params: { assignmentId } }),
      onSuccess: () => toast.success(t('board:end.done')),
    }),
    release: useMutation({
      ...common,
      mutationFn: (assignmentId: string) => api(releaseTest, { params: { assignmentId } }),
      onSuccess: () => toast.success(t('board:release.done')),
    }),
  }
}
export type BoardActions = ReturnType<typeof useBoardActions>
