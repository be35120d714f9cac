import { routeOf, useAddress } from './address.ts'
import { AssignmentPage } from './pages/AssignmentPage.tsx'
import { NotFoundPage } from './pages/failures.tsx'
import { ListPage } from './pages/ListPage.tsx'
import { TestsPage } from './pages/TestsPage.tsx'
import { t, useLocale } from './words.ts'

/** Everything under /participant. */
export function App() {
  useLocale()
  const address = new URL(useAddress(), window.location.origin)
  const route = routeOf(address.pathname, address.search)
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
