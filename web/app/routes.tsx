import type { ComponentType } from 'react'
import type { Authority } from '#contract/access.ts'
import { paths } from './paths.ts'

export type Frame = 'public' | 'auth' | 'app'

export interface AppRoute {
  path: string
  key: string
  component: () => Promise<{ default: ComponentType }>
  meta: {
    /** The locale files that the page needs beside common and ui. */
    texts?: readonly string[]
    /** A page of entering: somebody who is signed in already is sent on. */
    entry?: true
  }
  /** Who may open it, after signing in; left out: everybody, signed in or not. */
  authority?: readonly Authority[]
  /** The frame around the page; left out: the signed-in application's, in the person's layout. */
  layout?: Frame
}

const managers: readonly Authority[] = ['manager', 'admin', 'superuser']

export const routes: readonly AppRoute[] = [
  {
    path: paths.home,
    key: 'home',
    component: () => import('../features/auth/HomePage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'public',
  },
  {
    path: paths.signIn,
    key: 'signIn',
    component: () => import('../features/auth/SignInPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  {
    path: paths.magicLink,
    key: 'magicLink',
    component: () => import('../features/auth/MagicLinkPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  {
    path: paths.accessDenied,
    key: 'accessDenied',
    component: () => import('../features/auth/AccessDeniedPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  {
    path: paths.error,
    key: 'error',
    component: () => import('../features/auth/ErrorPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  {
    path: paths.assignments,
    key: 'assignments',
    component: () => import('../features/assignments/AssignmentsPage.tsx'),
    meta: { texts: ['assignments'] },
    authority: managers,
  },
  {
    path: paths.createAssignment,
    key: 'createAssignment',
    component: () => import('../features/invite/InvitePage.tsx'),
    meta: { texts: ['invite'] },
    authority: managers,
  },
  {
    path: paths.report,
    key: 'report',
    component: () => import('../features/reports/ReportPage.tsx'),
    meta: { texts: ['report'] },
    authority: managers,
  },
  {
    path: paths.participants,
    key: 'participants',
    component: () => import('../features/participants/ParticipantsPage.tsx'),
    meta: { texts: ['participants'] },
    authority: managers,
  },
  {
    path: '*',
    key: 'notFound',
    component: () => import('../features/auth/NotFoundPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
]

/** Addresses whose own pages come later, and where they lead until then. */
export const detours: Readonly<Record<string, string>> = {
  [paths.managerDashboard]: paths.assignments,
  [paths.adminDashboard]: paths.participants,
  // A used link leaves this in the address bar; a reload has nothing to open.
  '/magic-link': paths.signIn,
}
