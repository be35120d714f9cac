import { IconBuilding, IconLock, IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { withRedirect } from '../../../app/redirect.ts'
import { sessionEnd } from '../../../app/sessionEnd.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import type { SecondStep } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondStepPanel } from './SecondStepPanel.tsx'
import { WayTabs } from './WayTabs.tsx'

// Most people use a password: the other way's code comes when it is chosen.
const LinkForm = lazy(async () => ({ default: (await import('./LinkForm.tsx')).LinkForm }))

const OrganisationForm = lazy(async () => ({
  default: (await import('./OrganisationForm.tsx')).OrganisationForm,
}))

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export default function SignInPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const asked = params.get('way')
  const way = asked === 'link' || asked === 'organisation' ? asked : 'password'

  const [ended] = useState(sessionEnd)
  const [second, setSecond] = useState<{ step: SecondStep; remember: boolean }>()

  const choose = (next: string) =>
    void setParams(
      (before) => {
        if (next === 'password') before.delete('way')
        else before.set('way', next)
        return before
      },
      { replace: true, preventScrollReset: true },
    )

  if (second) return <SecondStepPanel {...second} onAgain={() => setSecond(undefined)} />
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
      <div className={classes.ways} hidden={way === 'organisation'}>
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
      {way === 'organisation' ? (
        <Suspense>
          <OrganisationForm />
        </Suspense>
      ) : way === 'link' ? (
        <Suspense>
          <LinkForm />
        </Suspense>
      ) : (
        <PasswordForm onSecondStep={(step, remember) => setSecond({ step, remember })} />
      )}
      <div className="above-16">
        {way === 'organisation' ? (
          <Button block onClick={() => choose('password')}>
            {t('auth:organisation.other')}
          </Button>
        ) : (
          <Button block icon={<IconBuilding {...icon} />} onClick={() => choose('organisation')}>
            {t('auth:organisation.action')}
          </Button>
        )}
      </div>
      <p className={classes.below}>
        {t('auth:signIn.noAccount')}{' '}
        <Link to={withRedirect(paths.signUp, params.toString())} className="link">
          {t('auth:signIn.signUp')}
        </Link>
      </p>
    </>
  )
}
