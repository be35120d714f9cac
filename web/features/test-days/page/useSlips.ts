import { useMutation } from '@tanstack/react-query'
import { testDaySlips } from '#contract/test-days.ts'
import { apiFile, saveFile } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Slips of all, of a room or of one person, as a file to print. */
export function useSlips(clientId: string, testDayId: string) {
  return useMutation({
    mutationFn: (query: { room?: string; membershipId?: string }) =>
      apiFile(testDaySlips, { params: { clientId, testDayId }, query }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
}
