import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useAuth } from '../../../app/auth.ts'
import { landing } from '../../../app/redirect.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { chooseFirstPassword } from './accountCalls.ts'
import classes from './auth.module.css'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** Lets somebody who came by a link and has no password choose one now, or go on without. */
export default function FirstPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const user = useAuth((state) => state.user)
  const target = landing(search, user)
  // A chosen password is not asked for again, even after Back.
  if (user.hasPassword) return <Navigate to={target} replace />

  const again = new URLSearchParams(search).get('why') === 'again'
  const title = again ? t('auth:firstPassword.confirmed') : t('auth:firstPassword.title')
  return (
    <>
      <DocumentTitle words={title} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{again ? t('auth:firstPassword.again') : t('auth:firstPassword.first')}</p>
      <NewPasswordForm save={chooseFirstPassword}>
        <div className="stack items-center gap-4 text-center">
          <Button variant="plain" block onClick={() => void navigate(target, { replace: true })}>
            {t('auth:firstPassword.later')}
          </Button>
          <p className="meta">{t('auth:firstPassword.laterText')}</p>
        </div>
      </NewPasswordForm>
    </>
  )
}
