import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { type Route, routeOf, useAddress } from './address.ts'
import { consentsWords } from './consents/words.ts'
import { dataWords } from './data/words.ts'
import { isTablet } from './device/kiosk.ts'
import { currentSession } from './device/slices.ts'
import { LinkPage } from './entry/LinkPage.tsx'
import { SlipCodePage } from './entry/SlipCodePage.tsx'
import { showLost } from './lost.ts'
import { AssignmentPage } from './pages/AssignmentPage.tsx'
import { deliverOfOthers } from './pages/deliver.ts'
import { NotFoundPage } from './pages/failures.tsx'
import { ListPage } from './pages/ListPage.tsx'
import { TestsPage } from './pages/TestsPage.tsx'
import { Waiting } from './pages/Waiting.tsx'
import { registerWords } from './register/words.ts'
import { addWords, t, useLocale } from './words.ts'

type Previewed = ComponentType<{ code: string; version: string }>
const Preview = lazy(() =>
  import('./preview/PreviewPage.tsx').then(
    ({ PreviewPage }): { default: Previewed } => ({ default: PreviewPage }),
    (error: unknown) => {
      showLost(error)
      return { default: () => null }
    },
  ),
)

type OfTablet = ComponentType<{ children: ReactNode }>

/** A test day's tablet, with the player within it: no other device loads its code. */
const Tablet = lazy(() =>
  import('./tablet/TabletApp.tsx')
    .then(async ({ TabletApp, addTabletWords }): Promise<{ default: OfTablet }> => {
      await addTabletWords()
      return { default: TabletApp }
    })
    .catch((error: unknown) => {
      showLost(error)
      return { default: () => null }
    }),
)

// Apart with its words, so that an invitation's greeting, which most people open, doesn't load it.
const Register = lazy(async (): Promise<{ default: ComponentType<{ code: string }> }> => {
  try {
    const [{ RegisterPage }] = await Promise.all([
      import('./register/RegisterPage.tsx'),
      addWords('register', registerWords),
    ])
    return { default: RegisterPage }
  } catch (error) {
    showLost(error)
    return { default: () => null }
  }
})

// Apart with its words too: who takes a test does not wait for it.
const Consents = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [{ ConsentsPage }] = await Promise.all([
      import('./consents/ConsentsPage.tsx'),
      addWords('consents', consentsWords),
    ])
    return { default: ConsentsPage }
  } catch (error) {
    showLost(error)
    return { default: () => null }
  }
})

// Apart, too: few people open it, and not on their first visit.
const Data = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [{ DataPage }] = await Promise.all([import('./data/DataPage.tsx'), addWords('my-data', dataWords)])
    return { default: DataPage }
  } catch (error) {
    showLost(error)
    return { default: () => null }
  }
})

/** Everything under /participant, and what an operator sees of it. */
export function App() {
  useLocale()
  const address = new URL(useAddress(), window.location.origin)
  const route = routeOf(address.pathname, address.search)
  const open =
    route.page === 'preview' || route.page === 'link' || route.page === 'code' || route.page === 'register'
  const onTablet = route.page === 'tablet' || (!open && isTablet())
  const denied = !open && !onTablet && currentSession()?.participant === false
  useEffect(() => {
    const deliver = () => void deliverOfOthers()
    deliver()
    window.addEventListener('online', deliver)
    return () => window.removeEventListener('online', deliver)
  }, [])
  useEffect(() => {
    if (denied) window.location.replace('/access-denied')
  }, [denied])
  if (onTablet)
    return (
      <Suspense fallback={<Waiting title="Terazi" />}>
        <Tablet>
          <Page route={route} />
        </Tablet>
      </Suspense>
    )
  if (denied) return <Waiting title={t('player:list.title')} />
  return <Page route={route} />
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'list':
      return <ListPage welcome={route.welcome} />
    case 'assignment':
      return <AssignmentPage key={route.id} id={route.id} />
    case 'link':
      return <LinkPage />
    case 'code':
      return <SlipCodePage />
    case 'register':
      return (
        <Suspense fallback={<Waiting title={t('player:loading')} />}>
          <Register code={route.code} />
        </Suspense>
      )
    case 'consents':
      return (
        <Suspense fallback={<Waiting title={t('player:loading')} />}>
          <Consents />
        </Suspense>
      )
    case 'data':
      return (
        <Suspense fallback={<Waiting title={t('player:loading')} />}>
          <Data />
        </Suspense>
      )
    case 'tests':
      return <TestsPage code={route.code} />
    case 'preview':
      return (
        <Suspense fallback={<Waiting title="Terazi" />}>
          <Preview code={route.code} version={route.version} />
        </Suspense>
      )
    case 'tablet':
      return <Waiting title="Terazi" />
    case 'unknown':
      return <NotFoundPage title={t('player:failure.noPage')} />
  }
}
