import type { OwnAssignment } from '#contract/participant.ts'
import { navigate, resultPath } from '../address.ts'
import { kioskHere } from '../device/kiosk.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'

/** True where the person may read something of their result: never on a device that others use next. */
export const hasResult = ({ reportVisible, feedback }: Pick<OwnAssignment, 'reportVisible' | 'feedback'>) =>
  (reportVisible || feedback) && !kioskHere()

/** Leads to the person's own result, where there is something to read. */
export const ResultButton = ({ of }: { of: Pick<OwnAssignment, 'id' | 'reportVisible' | 'feedback'> }) =>
  hasResult(of) && (
    <Button look="secondary" onClick={() => navigate(resultPath(of.id))}>
      {t('player:result.open')}
    </Button>
  )
