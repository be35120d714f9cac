import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { type Route, routeOf, useAddress } from './address.ts'
import { consentsWords } from './consents/words.ts'
import { showCrashPage } from './crashPage.ts'
import { dataWords } from './data/words.ts'
import { isTablet } from './device/kiosk.ts'
import { currentSession } from './device/slices.ts'
import { LinkPage } from './entry/LinkPage.tsx'
import { codeWords } from './entry/words.ts'
import { AssignmentPage } from './pages/AssignmentPage.tsx'
import { deliverOfOthers } from './pages/deliver.ts'
import { NotFoundPage } from './pages/failures.tsx'
import { ListPage } from './pages/ListPage.tsx'
import { TestsPage } from './pages/TestsPage.tsx'
import { Waiting } from './pages/Waiting.tsx'
import { registerWords } from './register/words.ts'
import { resultWords } from './result/words.ts'
import { addWords, t, useLocale } from './words.ts'

/** A part that is loaded when it is needed, with its words; where it does not come, the page says so. */
const apart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch (error) {
      showCrashPage(error)
      return { default: () => null }
    }
  })

const Preview = apart(async () => (await import('./preview/PreviewPage.tsx')).PreviewPage)

/** A test day's tablet, with the player within it: no other device loads its code. */
const Tablet = apart(async () => {
  const { TabletApp, addTabletWords } = await import('./tablet/TabletApp.tsx')
  await addTabletWords()
  return TabletApp
})

// Apart with its words, so that an invitation's greeting, which most people open, doesn't load it.
const Register = apart(async () => {
  const [page] = await Promise.all([
    import('./register/RegisterPage.tsx'),
    addWords('register', registerWords),
  ])
  return page.RegisterPage
})

const SlipCode = apart(async () => {
  const [page] = await Promise.all([import('./entry/SlipCodePage.tsx'), addWords('slip-code', codeWords)])
  return page.SlipCodePage
})

const Consents = apart(async () => {
  const [page] = await Promise.all([
    import('./consents/ConsentsPage.tsx'),
    addWords('consents', consentsWords),
    addWords('my-data', dataWords),
  ])
  return page.ConsentsPage
})

const Data = apart(async () => {
  const [page] = await Promise.all([import('./data/DataPage.tsx'), addWords('my-data', dataWords)])
  return page.DataPage
})

const Result = apart(async () => {
  const [page] = await Promise.all([
    import('./result/ResultPage.tsx'),
    addWords('my-result', resultWords),
    addWords('my-data', dataWords),
  ])
  return page.ResultPage
})

/** Everything under /participant, and what an operator sees of it. */
export function App() {
  useLocale()
  const address = new URL(useAddress(), 'http://a')
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
    return loading(
      <Tablet>
        <Page route={route} />
      </Tablet>,
    )
  if (denied) return <Waiting title={t('player:list.title')} />
  return <Page route={route} />
}

/** Says that a part of the player is being loaded until it is there. */
const loading = (part: ReactNode) => (
  <Suspense fallback={<Waiting title={t('player:loading')} />}>{part}</Suspense>
)

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'list':
      return <ListPage welcome={route.welcome} />
    case 'assignment':
      return <AssignmentPage key={route.id} id={route.id} />
    case 'link':
      return <LinkPage />
    case 'code':
      return loading(<SlipCode />)
    case 'register':
      return loading(<Register code={route.code} />)
    case 'consents':
      return loading(<Consents />)
    case 'data':
      return loading(<Data />)
    case 'result':
      return loading(<Result key={route.id} id={route.id} />)
    case 'tests':
      return <TestsPage code={route.code} />
    case 'preview':
      return loading(<Preview {...route} />)
    case 'tablet':
      return <Waiting title="Terazi" />
    case 'unknown':
      return <NotFoundPage title={t('player:failure.noPage')} />
  }
}
