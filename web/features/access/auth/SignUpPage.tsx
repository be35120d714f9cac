import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { redirectTarget } from '#contract/landing.ts'
import { paths } from '../../../app/paths.ts'
import { withRedirect } from '../../../app/redirect.ts'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import classes from './auth.module.css'
import { SignUpForm } from './SignUpForm.tsx'

export default function SignUpPage() {
  const { t } = useTranslation()
  const { search } = useLocation()
  // Most who sign up do so for an organisation; people who take tests come by the link they were sent.
  const [kind, setKind] = useState<'organisation' | 'person'>('organisation')
  const asked = redirectTarget(search)
  const target = asked ?? (kind === 'organisation' ? paths.company : undefined)
  return (
    <>
      <DocumentTitle />
      <h1 className={classes.title}>{t('auth:signUp.title')}</h1>
      <p className={classes.lead}>{t('auth:signUp.lead')}</p>
      {asked === undefined ? (
        <div className={`stack gap-6 ${classes.kind}`}>
          <Segmented
            label={t('auth:signUp.kind')}
            size="md"
            value={kind}
            onChange={(value) => setKind(value === 'person' ? 'person' : 'organisation')}
            data={(['organisation', 'person'] as const).map((value) => ({
              value,
              label: t(`auth:signUp.kinds.${value}`),
            }))}
            fullWidth
          />
          <p className="meta">{t(`auth:signUp.kindText.${kind}`)}</p>
        </div>
      ) : null}
      <SignUpForm target={target} />
      <p className={classes.below}>
        {t('auth:signUp.haveAccount')}{' '}
        <Link to={withRedirect(paths.signIn, search)} className="link">
          {t('auth:signUp.signIn')}
        </Link>
      </p>
    </>
  )
}
