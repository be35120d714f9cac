import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Filters } from '../../assignments/Filters.tsx'
import { filtersOf, useListParams } from '../../assignments/useAssignments.ts'
import { Board } from './Board.tsx'

export default function LivePage() {
  return <ClientGate>{(client) => <Live key={client.value} client={client} />}</ClientGate>
}

/** The assignments of a filter while they are taken, such as those of one invitation. */
function Live({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const params = useListParams()
  const [search] = useSearchParams()
  const list = new URLSearchParams(search)
  for (const own of ['person', 'find', 'room']) list.delete(own)
  return (
    <>
      <PageHeader
        crumbs={
          <>
            <Link to={{ pathname: paths.assignments, search: list.toString() }}>{t('board:back')}</Link>
            <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            <span>{t('board:title')}</span>
          </>
        }
        lead={t('board:lead')}
      />
      <div className="row wraps gap-8">
        <Filters clientId={client.value} params={params} personName="" withSearch />
      </div>
      <Board
        clientId={client.value}
        timeZone={useClientTimeZone(client.value)}
        filter={filtersOf(params)}
        empty={
          <EmptyState drawing={<ListDrawing />} title={t('board:empty.title')}>
            {t('board:empty.text')}
          </EmptyState>
        }
      />
    </>
  )
}
