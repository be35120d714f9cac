import { IconMail, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { LetterDrawing, ScalesDrawing } from '../../ui/feedback/drawings.tsx'
import { DocumentTitle } from '../../ui/layout/DocumentTitle.tsx'
import classes from './auth.module.css'

export type Outcome =
  | { kind: 'expired' }
  | { kind: 'invalid' }
  | { kind: 'completed'; receipt: string | undefined }
  | { kind: 'failed'; message: string; again: boolean; requestId?: string | undefined }

/** The page of a link that did not sign in. */
export function LinkOutcome({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const { t } = useTranslation()
  switch (outcome.kind) {
    case 'completed':
      return (
        <Frame drawing={<LetterDrawing />} title={t('auth:magicLink.thanks')}>
          <p>{t('auth:magicLink.thanksText')}</p>
          {outcome.receipt ? (
            <p className={classes.receipt}>
              <span>{t('auth:magicLink.receipt')}</span>
              <bdi className="num">{outcome.receipt}</bdi>
            </p>
          ) : null}
          <p className="muted">{t('auth:magicLink.close')}</p>
        </Frame>
      )
    case 'failed':
      return (
        <Frame drawing={<ScalesDrawing />} title={t('auth:magicLink.failed')}>
          <p>{outcome.message}</p>
          {outcome.requestId ? (
            <p className="meta">
              {t('ui:error.pass')} <bdi className="num">{outcome.requestId}</bdi>
            </p>
          ) : null}
          {outcome.again ? (
            <Button variant="solid" icon={<IconRefresh aria-hidden />} onClick={onAgain}>
              {t('ui:error.retry')}
            </Button>
          ) : (
            <BackToSignIn />
          )}
        </Frame>
      )
    default:
      return (
        <Frame
          drawing={<ScalesDrawing />}
          title={outcome.kind === 'expired' ? t('auth:magicLink.expired') : t('auth:magicLink.invalid')}
        >
          <p>
            {outcome.kind === 'expired' ? t('auth:magicLink.expiredText') : t('auth:magicLink.invalidText')}
          </p>
          <Button
            component={Link}
            to={`${paths.signIn}?way=link`}
            variant="solid"
            icon={<IconMail aria-hidden />}
          >
            {t('auth:magicLink.request')}
          </Button>
          <BackToSignIn />
        </Frame>
      )
  }
}

function Frame({ drawing, title, children }: { drawing: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.sent}>
      <DocumentTitle words={title} />
      {drawing}
      <h1>{title}</h1>
      {children}
    </div>
  )
}

function BackToSignIn() {
  const { t } = useTranslation()
  return (
    <Link to={paths.signIn} className={`link ${classes.back}`}>
      {t('auth:backToSignIn')}
    </Link>
  )
}
