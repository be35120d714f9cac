import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { redirectTarget, withRedirect, withTarget } from '../../app/redirect.ts'
import classes from './auth.module.css'
import { SignUpForm } from './SignUpForm.tsx'

export default function SignUpPage() {
  const { t } = useTranslation()
  const { search } = useLocation()
  return (
    <>
      <title>{`${t('auth:signUp.title')} · Terazi`}</title>
      <h1 className={classes.title}>{t('auth:signUp.title')}</h1>
      <p className={classes.lead}>{t('auth:signUp.lead')}</p>
      <SignUpForm />
      <Organisation />
      <p className={classes.below}>
        {t('auth:signUp.haveAccount')}{' '}
        <Link to={withRedirect(paths.signIn, search)} className="link">
          {t('auth:signUp.signIn')}
        </Link>
      </p>
    </>
  )
}

/** Whoever comes for an organisation goes on to setting it up; what is typed already stays. */
function Organisation() {
  const { t } = useTranslation()
  const target = redirectTarget(useLocation().search)
  if (target === paths.company) return <p className={classes.below}>{t('auth:signUp.organisationNext')}</p>
  if (target !== undefined) return null
  return (
    <p className={classes.below}>
      {t('auth:signUp.organisation')}{' '}
      <Link to={withTarget(paths.signUp, paths.company)} className="link" replace preventScrollReset>
        {t('auth:signUp.organisationWay')}
      </Link>
    </p>
  )
}
