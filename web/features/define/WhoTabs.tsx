import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '../participants/PeopleTabs.module.css'

/** The first question: is the test for somebody new, or for people who are in place? */
export function WhoTabs({ who }: { who: 'new' | 'here' }) {
  const { t } = useTranslation()
  const tab = (one: 'new' | 'here', search: string) => (
    <Link to={{ search }} aria-current={who === one ? 'page' : undefined}>
      {t(`define:who.${one}`)}
    </Link>
  )
  return (
    <nav className={classes.tabs} aria-label={t('define:who.label')}>
      {tab('new', '')}
      {tab('here', '?people=here')}
    </nav>
  )
}
