import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listShares } from '#contract/shares.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { paths } from '../../../app/paths.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LetterDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SharePanel } from './SharePanel.tsx'
import { useShareColumns } from './useShareColumns.tsx'

/** Links by which people without an account read reports. */
export default function SharesPage() {
  return <ClientGate>{(client) => <Shares key={client.value} client={client} />}</ClientGate>
}

function Shares({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const shares = useList(listShares, {
    params: { clientId: client.value },
    ordering: '-createdAt',
    fresh: true,
  })
  const timeZone = useClientTimeZone(client.value)
  const columns = useShareColumns(timeZone)
  const [opened, setOpened] = useState<string>()
  const crumbs = (
    <nav aria-label={t('shares:crumbs')} style={{ display: 'contents' }}>
      <Link to={paths.assignments}>{t('assignments:title')}</Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      <span aria-current="page">{t('shares:title')}</span>
    </nav>
  )
  return (
    <>
      <PageHeader lead={t('shares:lead')} crumbs={crumbs} />
      <Card clip>
        <ListTable
          label={t('shares:title')}
          columns={columns}
          rowKey={({ id }) => id}
          of={shares}
          search={t('shares:search')}
          onOpen={({ id }) => setOpened(id)}
          failed={t('shares:failed')}
          empty={
            <EmptyState
              drawing={<LetterDrawing />}
              title={t('shares:empty.title')}
              actions={
                <FullAccess>
                  <Button size="sm" component={Link} to={`${paths.assignments}?status=completed`}>
                    {t('shares:empty.action')}
                  </Button>
                </FullAccess>
              }
            >
              {t('shares:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('shares:noMatch', { search: shares.params.search }),
            clearLabel: t('shares:clear'),
          }}
        />
      </Card>
      <SharePanel
        share={shares.list.data?.results.find(({ id }) => id === opened)}
        timeZone={timeZone}
        onClose={() => setOpened(undefined)}
      />
    </>
  )
}
