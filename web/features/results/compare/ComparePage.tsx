import { IconChevronRight, IconScale } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { compareResults } from '#contract/compare.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ComparisonBody } from './ComparisonBody.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Results of a few people beside each other. The address has all of it, so that a link opens it again. */
export default function ComparePage() {
  return <ClientGate>{(client) => <Compared key={client.value} client={client} />}</ClientGate>
}

function Compared({ client }: { client: SelectedClient }) {
  const { t, i18n } = useTranslation('compare')
  const [address, setAddress] = useSearchParams()
  const ids = [...new Set((address.get('assignments') ?? '').split(',').filter(Boolean))]
  const [first] = ids
  // With one result there is nothing to see yet, so the others are offered at once.
  const [adding, setAdding] = useState(ids.length === 1)
  const found = useQuery({
    queryKey: ['client', client.value, 'compare', ids, i18n.language],
    queryFn: ({ signal }) =>
      api(compareResults, {
        params: { clientId: client.value },
        query: { assignments: ids.join(',') },
        signal,
      }),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
  })
  const profile = address.get('profile')
  const show = (assignments: readonly string[], radar: readonly string[] = []) =>
    setAddress({
      assignments: assignments.join(','),
      ...(radar.length > 0 && { radar: radar.join(',') }),
      ...(profile !== null && { profile }),
    })
  const crumbs = (
    <nav aria-label={t('compare:crumbs')} style={{ display: 'contents' }}>
      <Link to={paths.assignments}>{t('assignments:title')}</Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      <span aria-current="page">{t('compare:title')}</span>
    </nav>
  )
  const picker =
    first === undefined ? null : (
      <PeoplePicker
        key={ids.join()}
        clientId={client.value}
        ids={ids}
        people={found.data?.people ?? []}
        opened={adding}
        onPick={(more) => {
          setAdding(false)
          show([...ids, ...more])
        }}
        onClose={() => setAdding(false)}
      />
    )
  const refused = found.error instanceof ApiError && found.error.status === 400 ? found.error : undefined
  if (ids.length < 2 || refused)
    return (
      <>
        <PageHeader crumbs={crumbs} lead={t('compare:lead')} />
        <Card>
          <EmptyState
            drawing={<IconScale size={32} stroke={1.75} aria-hidden />}
            title={t(refused ? 'compare:failed' : 'compare:tooFew.title')}
            actions={
              first === undefined || ids.length > 1 ? (
                <Button size="sm" component={Link} to={`${paths.assignments}?status=completed`}>
                  {t('compare:actions.list')}
                </Button>
              ) : (
                <Button size="sm" onClick={() => setAdding(true)}>
                  {t('compare:actions.add')}
                </Button>
              )
            }
          >
            {refused ? errorMessage(refused) : t('compare:tooFew.text')}
          </EmptyState>
        </Card>
        {picker}
      </>
    )
  if (found.data)
    return (
      <>
        <ComparisonBody
          clientId={client.value}
          comparison={found.data}
          ids={ids}
          radar={address.get('radar')?.split(',')}
          crumbs={crumbs}
          onShow={show}
          onAdd={() => setAdding(true)}
        />
        {picker}
      </>
    )
  return (
    <>
      <PageHeader crumbs={crumbs} lead={t('compare:lead')} />
      <Card aria-busy={found.isPending}>
        {found.isError ? <LoadFailure of={found} title={t('compare:failed')} /> : null}
      </Card>
    </>
  )
}
