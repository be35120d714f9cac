import { useEffect, useState } from 'react'
import { assignmentPath, replace, toSignIn } from '../address.ts'
import { calls, request } from '../api.ts'
import { currentSession, type Session } from '../device/slices.ts'
import controls from '../parts/controls.module.css'
import { EmptyScales } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { AssignmentCards } from './AssignmentRows.tsx'
import { FailurePage, NotFoundPage } from './failures.tsx'
import { isOpen } from './list.ts'
import { MessagePage } from './MessagePage.tsx'
import { useCall } from './useCall.ts'
import { Waiting } from './Waiting.tsx'

function Tests({ code, session }: { code: string; session: Session }) {
  const locale = useLocale()
  const [loaded, retry] = useCall(() => request(calls.list, { token: session.token }), `${code} ${locale}`)
  const open =
    loaded.is === 'there'
      ? loaded.value.results.filter((each) => isOpen(each) && each.inventory.code === code)
      : []
  const only = open.length === 1 ? open[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined) replace(assignmentPath(only))
  }, [only])
  if (loaded.is === 'failed')
    return <FailurePage title={t('player:list.failed')} failure={loaded.failure} onRetry={retry} />
  if (loaded.is === 'loading' || only !== undefined) return <Waiting title={t('player:list.title')} />
  if (open.length === 0)
    return (
      <MessagePage
        title={t('player:tests.none')}
        drawing={<EmptyScales />}
        lead={t('player:list.emptyText')}
      />
    )
  return (
    <Frame title={t('player:list.title')} header={<Header />}>
      <h1 className={controls.title}>{t('player:tests.several')}</h1>
      <AssignmentCards list={open} serverTime={loaded.value.serverTime} />
    </Frame>
  )
}

/** The person's pending assignment of one inventory, by the inventory's own address. */
export function TestsPage({ code }: { code: string | undefined }) {
  const [session] = useState(currentSession)
  useEffect(() => {
    if (!session) toSignIn()
  }, [session])
  if (!session) return <Waiting title={t('player:list.title')} />
  if (code === undefined) return <NotFoundPage title={t('player:tests.unknown')} />
  return <Tests code={code} session={session} />
}
