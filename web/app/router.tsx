import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { guard } from './guard.ts'
import { loadTexts } from './i18n.ts'
import { openPlayer } from './openPlayer.ts'
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

/** A frame's code comes with the first page that stands in it. */
const frames = {
  public: fetched(async () => (await import('./layouts/PublicLayout.tsx')).PublicLayout),
  auth: fetched(async () => (await import('./layouts/AuthLayout.tsx')).AuthLayout),
  app: fetched(async () => {
    // The usual layout beside the choice between layouts: one journey instead of two.
    const usual = import('./layouts/ClassicLayout.tsx')
    const { SignedInLayout } = await import('./layouts/SignedInLayout.tsx')
    await usual
    return SignedInLayout
  }),
} satisfies Record<Frame, unknown>

const frameOf = (route: AppRoute): Frame => route.layout ?? 'app'

/**
 * Not the router's own `lazy`: that one fetches a page's code beside the guard, also for somebody who is turned away.
 */
function page(route: AppRoute): RouteObject {
  const part = fetched(async () => (await route.component()).default)
  const allowed = guard(route)
  return {
    path: route.path,
    id: route.key,
    loader: async (args: LoaderFunctionArgs) => {
      const away = allowed(args)
      if (away) return away
      await Promise.all([part.load(), frames[frameOf(route)].load(), loadTexts(route.meta.texts ?? [])])
      return null
    },
    Component: part.Component,
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

/** Making the router starts the first page, so the stored session has to stand before. */
export const makeRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        ...framed,
        ...Object.entries(detours).map(([path, to]): RouteObject => ({ path, loader: () => redirect(to) })),
        { path: '/participant/*', loader: openPlayer, Component: () => null },
      ],
    },
  ])
