import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CardTabs } from '../../ui/CardTabs.tsx'

export type PeopleKind = 'candidates' | 'employees'

/** Parts of the page, each with an address of its own; search and filters start afresh. */
export function PeopleTabs({ kind }: { kind: PeopleKind }) {
  const { t } = useTranslation()
  const tab = (one: PeopleKind, search: string) => (
    <Link to={{ search }} aria-current={kind === one ? 'page' : undefined}>
      {t(`participants:tab.${one}`)}
    </Link>
  )
  return (
    <CardTabs label={t('participants:tabs')} current={kind}>
      {tab('candidates', '')}
      {tab('employees', '?type=employees')}
    </CardTabs>
  )
}
