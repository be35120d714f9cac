import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { entryPath } from '../../app/access.ts'
import { isAuthenticated, useAuth } from '../../app/auth.ts'
import { ScalesArt } from '../../app/layouts/ScalesArt.tsx'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './HomePage.module.css'

export default function HomePage() {
  const { t } = useTranslation()
  const session = useAuth()
  const signedIn = isAuthenticated(session)
  return (
    <div className={classes.root}>
      <title>{`Terazi · ${t('auth:home.title')}`}</title>
      <div className={classes.words}>
        <h1>{t('auth:home.title')}</h1>
        <p>{t('auth:home.lead')}</p>
        <Button
          component={Link}
          to={signedIn ? entryPath(session.user) : paths.signIn}
          variant="solid"
          size="lg"
          iconEnd={<IconArrowRight className="flip" aria-hidden />}
        >
          {signedIn ? t('common:nav.myPage') : t('common:nav.signIn')}
        </Button>
      </div>
      <div className={classes.art}>
        <ScalesArt />
      </div>
    </div>
  )
}
