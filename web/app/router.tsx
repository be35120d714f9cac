import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { guard } from './guard.ts'
import { loadTexts } from './i18n.ts'
import { openPlayer } from './openPlayer.ts'
import { Root } from './Root.tsx'
import { RouteError } from './RouteError.tsx'
import { type AppRoute, detours, type Frame, routes } from './routes.tsx'

/** A frame's code comes with the first page that stands in it. */
const frames: Record<Frame, { lazy: () => Promise<{ Component: ComponentType }> }> = {
  public: { lazy: async () => ({ Component: (await import('./layouts/PublicLayout.tsx')).PublicLayout }) },
  auth: { lazy: async () => ({ Component: (await import('./layouts/AuthLayout.tsx')).AuthLayout }) },
  app: { lazy: async () => ({ Component: (await import('./layouts/SignedInLayout.tsx')).SignedInLayout }) },
}

function page(route: AppRoute): RouteObject {
  return {
    path: route.path,
    id: route.key,
    loader: guard(route),
    // Inside the frame, so that navigation stays when a page breaks.
    ErrorBoundary: RouteError,
    lazy: async () => {
      const [module] = await Promise.all([route.component(), loadTexts(route.meta.texts ?? [])])
      return { Component: module.default }
    },
  }
}

const framed = Object.entries(frames).map(
  ([frame, object]): RouteObject => ({
    ...object,
    children: routes.filter((route) => (route.layout ?? 'app') === frame).map(page),
  }),
)

/** Making the router starts the first page, so everything a page needs has to stand before. */
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
