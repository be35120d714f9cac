import { IconLock, IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { withRedirect } from '../../../app/redirect.ts'
import { sessionEnd } from '../../../app/sessionEnd.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import type { SecondStep } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondStepPanel } from './SecondStepPanel.tsx'
import { WayTabs } from './WayTabs.tsx'

// Most people use a password: the other way's code comes when it is chosen.
const LinkForm = lazy(async () => ({ default: (await import('./LinkForm.tsx')).LinkForm }))

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export default function SignInPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const way = params.get('way') === 'link' ? 'link' : 'password'

  const [ended] = useState(sessionEnd)
  const [asked, setAsked] = useState<{ step: SecondStep; remember: boolean }>()

  const choose = (next: string) =>
    void setParams(
      (before) => {
        if (next === 'link') before.set('way', 'link')
        else before.delete('way')
        return before
      },
      { replace: true, preventScrollReset: true },
    )

  if (asked) return <SecondStepPanel {...asked} onAgain={() => setAsked(undefined)} />
  return (
    <>
      <DocumentTitle />
      <meta name="description" content={t('auth:signIn.lead')} />
      <h1 className={classes.title}>{t('auth:signIn.title')}</h1>
      <p className={classes.lead}>{t('auth:signIn.lead')}</p>
      {params.get('company') === 'sent' ? (
        <div className={classes.notice}>
          <Alert type="success" duration={0}>
            {t('auth:signIn.companySent')}
          </Alert>
        </div>
      ) : null}
      {ended ? (
        <div className={classes.notice}>
          <Alert type="info" duration={0}>
            {t(`auth:signIn.${ended}`)}
          </Alert>
        </div>
      ) : null}
      <div className={classes.ways}>
        <WayTabs
          label={t('auth:signIn.way')}
          value={way}
          onChange={choose}
          ways={[
            { value: 'password', icon: <IconLock {...icon} />, words: t('auth:signIn.byPassword') },
            { value: 'link', icon: <IconMail {...icon} />, words: t('auth:signIn.byLink') },
          ]}
        />
      </div>
      {way === 'link' ? (
        <Suspense>
          <LinkForm />
        </Suspense>
      ) : (
        <PasswordForm onSecondStep={(step, remember) => setAsked({ step, remember })} />
      )}
      <p className={classes.below}>
        {t('auth:signIn.noAccount')}{' '}
        <Link to={withRedirect(paths.signUp, params.toString())} className="link">
          {t('auth:signIn.signUp')}
        </Link>
      </p>
    </>
  )
}
