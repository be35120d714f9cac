import { testDaySlips } from '#contract/test-days.ts'
import { useDownload } from '../../../app/useAction.ts'

/** Slips of all, of a room or of one person, as a file to print. */
export function useSlips(clientId: string, testDayId: string) {
  const file = useDownload(testDaySlips)
  return {
    isPending: file.isPending,
    save: (query: { room?: string; membershipId?: string }, after?: () => void) =>
      file.mutate({ params: { clientId, testDayId }, query }, after && { onSuccess: after }),
  }
}
