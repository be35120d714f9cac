import { listAudit } from '#contract/audit.ts'
import { useAuth } from '../../app/auth.ts'
import { useList } from '../../app/useList.ts'

/** What happened, with the days of the filters as the reader has them. */
export function useAudit() {
  const timeZone = useAuth((state) => state.user.timeZone)
  return useList(listAudit, {
    ordering: '-at',
    asks: { timeZone, actor: undefined, subject: undefined },
    fresh: true,
  })
}
export type AuditLog = ReturnType<typeof useAudit>
