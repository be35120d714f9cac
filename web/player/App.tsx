import { useEffect, useState } from 'react'
import { routeOf, useAddress } from './address.ts'
import { currentSession } from './device/slices.ts'
import { AssignmentPage } from './pages/AssignmentPage.tsx'
import { NotFoundPage } from './pages/failures.tsx'
import { ListPage } from './pages/ListPage.tsx'
import { TestsPage } from './pages/TestsPage.tsx'
import { Waiting } from './pages/Waiting.tsx'
import { t, useLocale } from './words.ts'

/** Everything under /participant. */
export function App() {
  useLocale()
  const [denied] = useState(() => currentSession()?.participant === false)
  const address = new URL(useAddress(), window.location.origin)
  const route = routeOf(address.pathname, address.search)
  useEffect(() => {
    if (denied) window.location.replace('/access-denied')
  }, [denied])
  if (denied) return <Waiting title={t('player:list.title')} />
  switch (route.page) {
    case 'list':
      return <ListPage welcome={route.welcome} />
    case 'assignment':
      return <AssignmentPage key={route.id} id={route.id} />
    case 'tests':
      return <TestsPage code={route.code} />
    case 'unknown':
      return <NotFoundPage title={t('player:failure.noPage')} />
  }
}
