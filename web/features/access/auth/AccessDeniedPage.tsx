import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { isAuthenticated, useAuth } from '../../../app/auth.ts'
import { paths } from '../../../app/paths.ts'
import { signOut } from '../../../app/session.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DeadEnd } from './DeadEnd.tsx'

export default function AccessDeniedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useAuth(isAuthenticated)
  // Somebody of no client at all has another way on: a client of their own.
  const alone = useAuth((state) => isAuthenticated(state) && state.user.company === '')

  const changeAccount = async () => {
    await signOut()
    await navigate(paths.signIn)
  }

  return (
    <DeadEnd
      title={t('auth:denied.title')}
      actions={
        <>
          <Button component={Link} to={paths.home} variant="solid">
            {t('common:error.home')}
          </Button>
          {alone ? (
            <Button component={Link} to={paths.company}>
              {t('auth:denied.setUp')}
            </Button>
          ) : null}
          {signedIn ? (
            <Button variant="plain" onClick={() => void changeAccount()}>
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
