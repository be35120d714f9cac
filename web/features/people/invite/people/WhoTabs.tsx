import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CardTabs } from '../../../../ui/layout/CardTabs.tsx'

/** The first question: is the test for somebody new, or for people who are in place? */
export function WhoTabs({ who }: { who: 'new' | 'here' }) {
  const { t } = useTranslation()
  const tab = (one: 'new' | 'here', search: string) => (
    <Link to={{ search }} aria-current={who === one ? 'page' : undefined}>
      {t(`assign:who.${one}`)}
    </Link>
  )
  return (
    <CardTabs label={t('assign:who.label')} current={who}>
      {tab('new', '')}
      {tab('here', '?people=here')}
    </CardTabs>
  )
}
