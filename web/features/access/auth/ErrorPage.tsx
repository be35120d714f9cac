import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { signOut } from '../../../app/session.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DeadEnd } from './DeadEnd.tsx'

/** The page of a session whose person cannot be read. */
export default function ErrorPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()

  const signInAgain = async () => {
    await signOut()
    await navigate(paths.signIn)
  }

  return (
    <DeadEnd
      title={t('common:error.uncaught')}
      actions={
        <Button variant="solid" onClick={() => void signInAgain()}>
          {t('auth:error.signInAgain')}
        </Button>
      }
    >
      {t('auth:error.text')}
    </DeadEnd>
  )
}
