import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { getTestDay } from '#contract/test-days.ts'
import { api } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import classes from '../test-days.module.css'
import { BoardPart } from './BoardPart.tsx'
import { DayHead } from './DayHead.tsx'
import { DayTabs } from './DayTabs.tsx'
import { KeptPart } from './KeptPart.tsx'
import { PeoplePart } from './PeoplePart.tsx'
import { type DayPartProps, type Part, partOf } from './parts.ts'
import { TabletsPart } from './TabletsPart.tsx'
import { WaitingPart } from './WaitingPart.tsx'

export default function TestDayPage() {
  const { testDayId = '' } = useParams()
  return (
    <ClientGate>
      {(client) => <Day key={`${client.value} ${testDayId}`} clientId={client.value} testDayId={testDayId} />}
    </ClientGate>
  )
}

function Day({ clientId, testDayId }: { clientId: string; testDayId: string }) {
  const { t } = useTranslation()
  const { part } = useParams()
  const found = useTestDay(clientId, testDayId)
  if (found.isError && found.data === undefined) {
    const missing = found.error instanceof ApiError && [400, 404].includes(found.error.status)
    return (
      <Card>
        <DocumentTitle />
        <h1 className="sr">{t('test-days:title')}</h1>
        <LoadFailure of={found} title={t(missing ? 'test-days:notFound' : 'test-days:oneFailed')} />
      </Card>
    )
  }
  if (found.data === undefined) return <RowsSkeleton />
  const day = found.data
  const current = partOf(part, day.state)
  return (
    <>
      <DayHead clientId={clientId} day={day} />
      <DayTabs day={day} current={current} />
      <DayPart key={current} clientId={clientId} day={day} part={current} />
    </>
  )
}

function DayPart({ part, ...rest }: Omit<DayPartProps, 'timeZone'> & { part: Part }) {
  const timeZone = useClientTimeZone(rest.clientId)
  const props = { ...rest, timeZone }
  switch (part) {
    case 'board':
      return <BoardPart {...props} />
    case 'people':
      return <PeoplePart {...props} />
    case 'tablets':
      return <TabletsPart {...props} />
    case 'kept':
      return <KeptPart {...props} />
    case 'waiting':
      return <WaitingPart {...props} />
  }
}

/** Grey lines where the head will be. */
function RowsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle />
      <h1 className="sr">{t('test-days:title')}</h1>
      <div className={`stack gap-16 ${classes.skeleton}`} aria-busy data-busy>
        <span />
        <span />
        <span />
      </div>
    </>
  )
}

/** Tablets are heard of now and then, and nothing else tells of it. */
const tabletsEveryMs = 15_000

function useTestDay(clientId: string, testDayId: string) {
  return useQuery({
    queryKey: ['client', clientId, 'testDay', testDayId],
    queryFn: ({ signal }) => api(getTestDay, { params: { clientId, testDayId }, signal }),
    refetchInterval: tabletsEveryMs,
  })
}
