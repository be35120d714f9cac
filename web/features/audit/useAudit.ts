import { listAudit } from '#contract/audit.ts'
import { useAuth } from '../../app/auth.ts'
import { useList } from '../../app/useList.ts'

/** The audit entries; the filter's days are those of the reader's time zone. */
export function useAudit() {
  const timeZone = useAuth((state) => state.user.timeZone)
  return useList(listAudit, {
    ordering: '-at',
    asks: { timeZone, actor: undefined, subject: undefined },
    fresh: true,
  })
}
export type AuditLog = ReturnType<typeof useAudit>
