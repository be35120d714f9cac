import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { DeadEnd } from './DeadEnd.tsx'

export default function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <DeadEnd
      title={t('auth:notFound.title')}
      subtitle={t('auth:notFound.subtitle')}
      actions={
        <Button component={Link} to={paths.home} variant="solid">
          {t('auth:notFound.home')}
        </Button>
      }
    >
      {t('auth:notFound.text')}
    </DeadEnd>
  )
}
