import { useState } from 'react'
import type { OwnConsent } from '#contract/consents.ts'
import { CallFailure, calls, request } from '../api.ts'
import { removeAttempt } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import type { Session } from '../device/slices.ts'
import { FailureText } from '../pages/failures.tsx'
import { signedOut } from '../pages/useCall.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'

interface WithdrawingProps {
  consent: OwnConsent
  session: Session
  onClose: () => void
  onDone: () => void
  /** It rests on no consent. */
  onObject: () => void
  /** The session was not shown to be theirs, or is no longer. */
  onUnproved: () => void
}

/** Explains what withdrawing means before it happens: it can't be undone. */
export function Withdrawing({ consent, session, onClose, onDone, onObject, onUnproved }: WithdrawingProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const { assignmentId, inventory, client, withdrawal } = consent
  const { scales, held } = withdrawal ?? { scales: [], held: false }
  const what = { test: inventory.name, scales: scales.join(', ') }
  const withdraw = async () => {
    setBusy(true)
    try {
      await request(calls.withdraw, { token: session.token, params: { assignmentId } })
      // The server has erased or hidden them already; a device that can't be written must not say that it failed.
      await removeAttempt(deviceStore, assignmentId).catch((error: unknown) => console.warn(error))
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.code === 'identity_needed') onUnproved()
      else if (!signedOut(error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet title={t('consents:ask.title')} onClose={onClose}>
      <p className={controls.lead}>
        {scales.length > 0
          ? t(held ? 'consents:ask.hiddenScales' : 'consents:ask.erasedScales', what)
          : t(held ? 'consents:ask.hidden' : 'consents:ask.erased', what)}
      </p>
      <p className="muted">
        {t(scales.length > 0 ? 'consents:ask.finalScales' : 'consents:ask.final', { client: client.name })}
      </p>
      {failure && <FailureText failure={failure} />}
      {failure?.code === 'no_consent' && (
        <Button look="secondary" onClick={onObject}>
          {t('consents:object.open')}
        </Button>
      )}
      <SheetActions>
        <Button look="secondary" onClick={onClose}>
          {t('consents:ask.stay')}
        </Button>
        <Button look="secondary" disabled={busy} onClick={() => void withdraw()}>
          {t('consents:ask.confirm')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
