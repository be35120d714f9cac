import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createAssignments } from '#contract/assigning.ts'
import { formatNumber } from '#contract/format.ts'
import type { BodyIn } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { useSameKey } from '../clients/useSameKey.ts'

export type DefineBody = BodyIn<typeof createAssignments>

/** Gives the tests, and leads on to the list that has them. The same attempt has the same name, however often it is sent. */
export function useDefine(clientId: string) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const keyed = useSameKey()
  return useMutation({
    mutationFn: (body: DefineBody) =>
      keyed(body, (headers) => api(createAssignments, { params: { clientId }, body, headers })),
    onSuccess: ({ created, skipped }) => {
      if (created > 0) toast.success(t('invite:result.toast'))
      if (skipped > 0)
        toast.blank(t('define:skipped', { count: skipped, number: formatNumber(skipped, i18n.language) }))
      void navigate(paths.assignments)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', clientId] }),
  })
}
