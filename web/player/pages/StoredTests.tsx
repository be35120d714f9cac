import { assignmentPath, navigate } from '../address.ts'
import type { StoredAttempt } from '../attempt/saving/store.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'

/** Tests that were begun on this device: each goes on with one press, also without a line. */
export function StoredTests({ attempts }: { attempts: readonly StoredAttempt[] }) {
  return attempts.map(({ head }) => (
    <Button key={head.assignmentId} onClick={() => navigate(assignmentPath(head.assignmentId))}>
      {t('player:stored.continue', { test: head.inventory.name })}
    </Button>
  ))
}
