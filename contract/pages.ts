import { slipCodePage } from './slipCode.ts'

/** Where somebody who signed up sets up their organisation. */
export const companyForm = '/app/account/kyc-form'

/** A result as those read it who may. */
export const reportPage = '/manager/assignments/:assignmentId/report'

/** The addresses of the web application's pages, as patterns with `:name` for a part that varies. */
export const pages = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/reset-password/:uid/:token',
  '/magic-link',
  '/magic-link/:uid/:token',
  slipCodePage,
  '/account/first-password',
  '/access-denied',
  '/error',
  '/payment/success',
  '/payment/error',
  '/account/settings',
  '/account/settings/:tab',
  '/admin/dashboard',
  '/admin/clients',
  '/admin/clients/:clientId',
  '/admin/clients/:clientId/:tab',
  '/admin/inventories',
  '/admin/inventories/import',
  '/admin/inventories/:code',
  '/admin/inventories/:code/versions/:version',
  '/admin/orders',
  '/admin/users',
  '/admin/audit',
  '/admin/settings',
  '/manager/dashboard',
  '/manager/assignments',
  '/manager/assignments/create',
  reportPage,
  '/manager/participants',
  '/manager/quota-purchase',
  '/manager/quota-purchase/payment',
  '/manager/orders',
  '/manager/orders/:orderId',
  '/manager/payment/3ds-callback/:orderId',
  '/manager/organisation',
  '/manager/organisation/reminders',
  companyForm,
] as const

/** Pages that only a demo on loopback has. */
export const demoPages = ['/dev/ui'] as const

/** Pages of the test player, which is an application of its own; the last one shows an operator what a participant sees. */
export const playerPages = [
  '/participant/assignments',
  '/participant/assignments/:assignmentId',
  '/participant/tests/:inventory',
  '/admin/inventories/:code/versions/:version/preview',
] as const

/** Pages whose address is itself a permission. */
export const secretPages = ['/reset-password/:uid/:token', '/magic-link/:uid/:token', `${slipCodePage}/:code`]

/** Pages of which no error service learns anything: results, and addresses that are a secret. */
const quietPages = [reportPage, slipCodePage, ...secretPages]

const matches = (patterns: readonly string[], path: string) => {
  const parts = path.replace(/(?<=.)\/$/, '').split('/')
  return patterns.some((pattern) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  })
}

/** Whether the application has a page at this path; a trailing slash makes no difference. */
export const isPage = (path: string): boolean => matches(pages, path)

/** Whether the application has a page at this path that only a demo shows. */
export const isDemoPage = (path: string): boolean => matches(demoPages, path)

/** Whether the player has a page at this path. */
export const isPlayerPage = (path: string): boolean => matches(playerPages, path)

/** Whether nothing that happens at this path may be reported to an error service. */
export const isQuietPage = (path: string): boolean => matches(quietPages, path)

/** The pattern that a path is an example of, such as `/admin/clients/:clientId`; undefined when the application has no such page. */
export const patternOf = (path: string): string | undefined => pages.find((page) => matches([page], path))
