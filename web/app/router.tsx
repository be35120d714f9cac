import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { clientParameter } from '#contract/landing.ts'
import { PageTitle } from '../ui/layout/pageTitle.ts'
import { isAuthenticated, useAuth } from './auth.ts'
import { guard } from './guard.ts'
import { loadTexts, speak } from './i18n.ts'
import { Root } from './Root.tsx'
import { RouteError } from './RouteError.tsx'
import { type AppRoute, detours, type Frame, routes } from './routes.tsx'

/** A component whose code is fetched by `load` before the router draws it. */
function fetched(fetch: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  return {
    load: async () => {
      Loaded ??= await fetch()
    },
    Component: () => (Loaded ? <Loaded /> : null),
  }
}

/** The signed-in application's frame with its words. */
const app = fetched(async () => {
  const [{ SignedInLayout }] = await Promise.all([
    import('./layouts/SignedInLayout.tsx'),
    loadTexts(['shell']),
  ])
  return SignedInLayout
})
const auth = fetched(async () => (await import('./layouts/AuthLayout.tsx')).AuthLayout)
const bare = fetched(async () => (await import('./layouts/BareLayout.tsx')).BareLayout)

/** A frame's code is loaded with its first page. */
const frames = {
  auth,
  bare,
  app,
  either: {
    load: () => (isAuthenticated() ? app.load() : auth.load()),
    Component: () => (isAuthenticated(useAuth()) ? <app.Component /> : <auth.Component />),
  },
} satisfies Record<Frame | 'app', unknown>

const frameOf = (route: AppRoute): Frame | 'app' => route.layout ?? 'app'

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return <PageTitle value={t(title)}>{children}</PageTitle>
}

/** Replaces the router's own `lazy`, which fetches a page's code beside the guard, also for somebody who is turned away. */
function page(route: AppRoute): RouteObject {
  const part = fetched(async () => (await route.component()).default)
  const allowed = guard(route)
  return {
    path: route.path,
    id: route.key,
    loader: async (args: LoaderFunctionArgs) => {
      const away = allowed(args)
      if (away) return away
      // Loaded where an address names a client: sign-in pages don't need its call.
      if (args.request.url.includes(clientParameter)) {
        const { chooseNamedClient } = await import('./namedClient.ts')
        const named = await chooseNamedClient(args.request)
        if (named) return named
      }
      const language = route.meta.spoken?.(args.params)
      if (language !== undefined) await speak(language)
      await Promise.all([part.load(), frames[frameOf(route)].load(), loadTexts(route.meta.texts ?? [])])
      return null
    },
    Component: () => (
      <Titled title={route.title}>
        <part.Component />
      </Titled>
    ),
    // Inside the frame, so that navigation stays when a page breaks.
    ErrorBoundary: RouteError,
  }
}

const framed = Object.entries(frames).map(
  ([frame, { Component }]): RouteObject => ({
    Component,
    children: routes.filter((route) => frameOf(route) === frame).map(page),
  }),
)

const firstAddress = window.location.pathname

/**
 * Every address that is not this application's is a document of its own: the public pages, the player, and what nobody has.
 * The page that led to the player (a sign-in, a link with its secret) does not stay behind in the history.
 * Arriving here as the very first page means that the server gave the wrong document; going there again would never end.
 */
function openDocument({ request }: LoaderFunctionArgs): Promise<never> {
  const { pathname, href } = new URL(request.url)
  if (pathname === firstAddress) throw new Error(`Another document was expected at ${pathname}`)
  if (pathname.startsWith('/participant/')) window.location.replace(href)
  else window.location.assign(href)
  return new Promise(() => {})
}

/** Resolves when the first page's code, words and data are there, or what went wrong with them. */
export function firstPage(router: ReturnType<typeof makeRouter>): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ initialized }: { initialized: boolean }) => {
      if (initialized) resolve()
    }
    router.subscribe(look)
    look(router.state)
  })
}

/** Making the router starts the first page, so the stored session must be restored before. */
export const makeRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        ...framed,
        ...Object.entries(detours).map(([path, to]): RouteObject => ({ path, loader: () => redirect(to) })),
        { path: '*', loader: openDocument, Component: () => null },
      ],
    },
  ])
