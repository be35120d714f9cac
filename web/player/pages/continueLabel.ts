import { kioskHere } from '../device/kiosk.ts'
import { t } from '../words.ts'

/** The words on a button that leads to the person's tests. A tablet goes on from there to the next test, or to their end. */
export const continueLabel = (): string =>
  kioskHere() ? t('tablet:done.continue') : t('player:button.myAssignments')
