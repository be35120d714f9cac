import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { isAuthenticated, useAuth } from '../../app/auth.ts'
import { paths } from '../../app/paths.ts'
import { signOut } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { DeadEnd } from './DeadEnd.tsx'

export default function AccessDeniedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useAuth(isAuthenticated)

  const changeAccount = () => {
    signOut()
    void navigate(paths.signIn)
  }

  return (
    <DeadEnd
      title={t('auth:denied.title')}
      actions={
        <>
          <Button component={Link} to={paths.home} variant="solid">
            {t('auth:notFound.home')}
          </Button>
          {signedIn ? (
            <Button variant="plain" onClick={changeAccount}>
              {t('auth:denied.changeAccount')}
            </Button>
          ) : null}
        </>
      }
    >
      {t('auth:denied.text')}
    </DeadEnd>
  )
}
