import './takingWords.ts'
import { IconAlertCircle, IconDevices, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { myAssignments, navigate, toSignIn } from '../address.ts'
import { countdown } from '../attempt/clock/clock.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { isHandedOver } from '../attempt/saving/sender.ts'
import { kioskHere } from '../device/kiosk.ts'
import { currentSession } from '../device/slices.ts'
import { continueLabel } from '../pages/continueLabel.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { RescueOffer } from '../rescue/RescueOffer.tsx'
import { t } from '../words.ts'

/** A reload of the page's own: a tablet is not locked by it. */
const reload = () => (kioskHere()?.reload ?? (() => window.location.reload()))()

/** The test goes on somewhere else: this device stops writing and asks who goes on. */
export function ElsewhereSheet() {
  // A shared tablet is for the next person then.
  const leave = kioskHere()?.leave
  return (
    <Sheet title={t('player-taking:elsewhere.title')} badge={<IconDevices aria-hidden />}>
      <p className={controls.lead}>{t('player-taking:elsewhere.text')}</p>
      <SheetActions>
        <Button onClick={reload}>{t('player-taking:elsewhere.here')}</Button>
        <Button look="secondary" onClick={leave ?? (() => navigate(myAssignments))}>
          {t('player-taking:elsewhere.there')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}

/** The server takes no more answers of this attempt. Unsent answers are named, and kept until the person agrees. */
export function StoppedSheet({ live, state }: { live: LiveAttempt; state: LiveState }) {
  const [dropping, setDropping] = useState(false)
  const stop = state.stopped?.why
  // A person who came by an invitation has no password to sign in with.
  const why = stop === 'signIn' && currentSession()?.invitation && !kioskHere() ? 'link' : stop
  const count = unsentCount(state)
  if (why === undefined) return null
  // Tablets alone begin tests without the server, and load the words for it.
  const [title, text] = isHandedOver(why)
    ? [t(`tablet:stopped.${why}.title`), t(`tablet:stopped.${why}.text`)]
    : [t(`player:stopped.${why}Title`), t(`player:stopped.${why}`)]
  const seeReceipt = async () => {
    setDropping(true)
    await live.discard()
    reload()
  }
  return (
    <Sheet title={title} badge={<IconAlertCircle aria-hidden />} warn>
      <p className={controls.lead}>{text}</p>
      {count > 0 && !isHandedOver(stop) && (
        <p className="muted">
          {why === 'submitted' ? t('player:stopped.left', { count }) : t('player:stopped.kept', { count })}
        </p>
      )}
      {why === 'closed' && state.stopped?.message && <p className="muted">{state.stopped.message}</p>}
      {why === 'link' && <RescueOffer live={live} state={state} />}
      {why !== 'link' && (
        <SheetActions>
          {why === 'signIn' && <Button onClick={() => toSignIn()}>{t('player:stopped.signInButton')}</Button>}
          {why === 'submitted' && (
            <Button disabled={dropping} onClick={() => void seeReceipt()}>
              {t('player:stopped.seeReceipt')}
            </Button>
          )}
          {why !== 'submitted' && (
            <Button look="secondary" onClick={() => navigate(myAssignments)}>
              {continueLabel()}
            </Button>
          )}
          {why !== 'submitted' && !isHandedOver(stop) && <RescueOffer live={live} state={state} />}
        </SheetActions>
      )}
    </Sheet>
  )
}

/** The last question of a timed section is behind: what is left of the time is given up by one more tap. */
export function SectionEndSheet(props: { seconds: number; onEnd: () => void; onStay: () => void }) {
  return (
    <Sheet
      title={t('player-item:section.endTitle')}
      badge={<IconHourglass aria-hidden />}
      onClose={props.onStay}
    >
      <p className={controls.lead}>{t('player-item:section.endText', { time: countdown(props.seconds) })}</p>
      <SheetActions>
        <Button onClick={props.onEnd}>{t('player-item:section.end')}</Button>
        <Button look="secondary" onClick={props.onStay}>
          {t('player-item:section.stay')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}

/** A section's time has run out: nothing is lost, and the next one starts with the person's tap. */
export function SectionOverSheet({ next, onNext }: { next: string | undefined; onNext: () => void }) {
  return (
    <Sheet title={t('player-item:section.overTitle')} badge={<IconHourglass aria-hidden />} warn>
      <p className={controls.lead}>
        {t('player-item:section.overText')}{' '}
        {next !== undefined && t('player-item:section.next', { section: next })}
      </p>
      <p className="muted">{t('player-item:section.whenReady')}</p>
      <SheetActions>
        <Button onClick={onNext}>
          {next === undefined ? t('player-item:section.toReview') : t('player-item:section.goOn')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
