import { IconWifiOff } from '@tabler/icons-react'
import { signInPage } from '#contract/pages.ts'
import { type CallFailure, noProblem } from '../api.ts'
import { cx } from '../cx.ts'
import { FailureText } from '../pages/failures.tsx'
import { MessagePage } from '../pages/MessagePage.tsx'
import styles from '../pages/pages.module.css'
import { Receipt } from '../pages/Receipt.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { CalendarOver, PhoneDone } from '../parts/drawings.tsx'
import { t } from '../words.ts'
import { type Ended, endedBy, goToData, mayOpenAgain } from './session.ts'

/** Another document's page: the application's. */
function AppLink({ to, look, words }: { to: string; look: 'primary' | 'plain'; words: string }) {
  return (
    <a className={cx(controls.button, controls[look])} href={to}>
      {words}
    </a>
  )
}

const BackToSignIn = () => <AppLink to={signInPage} look="plain" words={t('player:link.back')} />

/** Thanks for an invitation whose tests are done, with the receipt; or that it is over. */
export function InvitationDone({ ended }: { ended: Ended }) {
  const { receipt } = ended
  const completed = receipt !== undefined
  return (
    <MessagePage
      title={completed ? t('player:link.thanks') : t('player:link.over')}
      drawing={completed ? <PhoneDone /> : <CalendarOver />}
      lead={completed ? t('player:link.thanksText') : t('player:link.overText')}
      dock={
        <div className="stack gap-8">
          <Button look="secondary" onClick={() => void goToData(ended)}>
            {t('player:list.data')}
          </Button>
        </div>
      }
    >
      {completed && <Receipt code={receipt} />}
      <p className="muted">{t('player:link.close')}</p>
    </MessagePage>
  )
}

/** The page of a link that did not sign in. */
export function LinkOutcome({ failure, onAgain }: { failure: CallFailure; onAgain: () => void }) {
  const ended = endedBy(failure)
  if (ended) return <InvitationDone ended={ended} />
  const expired = failure.code === 'magic_link_expired'
  if (expired || failure.code === 'magic_link_invalid' || failure.status === 404)
    return (
      <MessagePage
        title={expired ? t('player:link.expired') : t('player:link.invalid')}
        drawing={<CalendarOver />}
        lead={expired ? t('player:link.expiredText') : t('player:link.invalidText')}
        dock={
          <div className="stack gap-8">
            <AppLink to={`${signInPage}?way=link`} look="primary" words={t('player:link.request')} />
            <BackToSignIn />
          </div>
        }
      />
    )
  return (
    <MessagePage
      title={t('player:link.failed')}
      drawing={
        <span className={styles.warnBadge}>
          <IconWifiOff size={36} aria-hidden />
        </span>
      }
      dock={
        mayOpenAgain(failure) ? undefined : (
          <div className="stack gap-8">
            <BackToSignIn />
          </div>
        )
      }
    >
      {/* A good status and JSON, without what the product's answer has. */}
      {failure.code === 'foreign' && failure.problem !== noProblem && (
        <p className="muted">{t('player:link.noData')}</p>
      )}
      <FailureText failure={failure} {...(mayOpenAgain(failure) ? { onRetry: onAgain } : {})} />
    </MessagePage>
  )
}
