import type { Locale } from './fields.ts'
import { slipCodePage } from './slipCode.ts'

/** Sign-in links and invitations: a page of the player, because most who open one take a test. */
const magicLinkPage = '/magic-link/:uid/:token'

/** A shared tablet of a test day. */
export const tabletPage = '/tablet'
/** The page on which people register themselves. Short, because posters name it and people type it. */
export const registerPage = '/r'

/** The player's page with the texts that somebody read and agreed to when they took tests. */
export const consentsPage = '/participant/consents'

/** The player's page with the data about the person who is signed in. */
export const myDataPage = '/participant/data'

/** The player's page with somebody's own result. */
const ownResultPage = '/participant/assignments/:assignmentId/result'

/** The address of that page for one test. */
export const ownResultPath = (assignmentId: string): string =>
  ownResultPage.replace(':assignmentId', encodeURIComponent(assignmentId))

// Pages of the application that the player leads to: constants of their own, so that no phone loads the other addresses.
export const signInPage = '/sign-in'
const resetPasswordPage = '/reset-password/:uid/:token'
export const firstPasswordPage = '/account/first-password'
/** The page to which a link leads somebody with two steps, and the address that a used link leaves in the address bar. */
export const linkSecondStepPage = '/magic-link'
const singleSignOnPage = '/sso/callback'
export const accessDeniedPage = '/access-denied'
export const errorPage = '/error'
export const adminDashboardPage = '/admin/dashboard'
export const managerDashboardPage = '/manager/dashboard'
const sharedPage = '/s/:token'
const checkCopyPage = '/verify/:copyId'
const unsubscribePage = '/unsubscribe/:token'

/** The address of each page of the web application, with `:name` for a part that varies. Server and browser read it here. */
export const addresses = {
  signIn: signInPage,
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: resetPasswordPage,
  firstPassword: firstPasswordPage,
  linkSecondStep: linkSecondStepPage,
  /** Identity providers send people back here. */
  singleSignOn: singleSignOnPage,
  accessDenied: accessDeniedPage,
  error: errorPage,
  paymentSuccess: '/payment/success',
  paymentError: '/payment/error',
  /** The provider posts here; a browser that opens it sees the state of the payment. */
  paymentCallback: '/manager/payment/3ds-callback/:orderId',
  accountSettings: '/account/settings/:tab',
  /** The page on which somebody who signed up sets up their organisation, or edits its billing identity. */
  company: '/app/account/kyc-form',
  adminDashboard: adminDashboardPage,
  clients: '/admin/clients',
  client: '/admin/clients/:clientId',
  clientPart: '/admin/clients/:clientId/:tab',
  adminOrders: '/admin/orders',
  adminRequests: '/admin/requests',
  requests: '/manager/requests',
  users: '/admin/users',
  inventories: '/admin/inventories',
  importInventory: '/admin/inventories/import',
  inventory: '/admin/inventories/:code',
  inventoryVersion: '/admin/inventories/:code/versions/:version',
  /** The page that says how the questions of a version work. */
  versionItems: '/admin/inventories/:code/versions/:version/items',
  audit: '/admin/audit',
  platformSettings: '/admin/settings',
  system: '/admin/system',
  managerDashboard: managerDashboardPage,
  assignments: '/manager/assignments',
  createAssignment: '/manager/assignments/create',
  /** The page that imports answers which a device could not send. */
  rescue: '/manager/assignments/rescue',
  /** The filtered list of assignments as people take them. */
  liveAssignments: '/manager/assignments/live',
  /** Figures of everyone who was assigned a test. */
  groupReport: '/manager/assignments/group-report',
  /** A result as those read it who may. */
  report: '/manager/assignments/:assignmentId/report',
  /** Results beside each other; the address says whose. */
  compare: '/manager/assignments/compare',
  participants: '/manager/participants',
  /** Links by which people register themselves. */
  registrations: '/manager/participants/registrations',
  registration: '/manager/participants/registrations/:registrationId',
  /** One person: tests, decision, notes and mails. */
  person: '/manager/participants/:membershipId',
  testDays: '/manager/test-days',
  planTestDay: '/manager/test-days/new',
  testDay: '/manager/test-days/:testDayId',
  testDayPart: '/manager/test-days/:testDayId/:part',
  purchase: '/manager/quota-purchase',
  purchasePayment: '/manager/quota-purchase/payment',
  orders: '/manager/orders',
  order: '/manager/orders/:orderId',
  organisation: '/manager/organisation',
  brand: '/manager/organisation/brand',
  reminders: '/manager/organisation/reminders',
  testRules: '/manager/organisation/tests',
  retention: '/manager/organisation/retention',
  reportSettings: '/manager/organisation/reports',
  /** The managers of the organisation, with their access. */
  colleagues: '/manager/organisation/colleagues',
  /** Other systems of the organisation that work with Terazi. */
  integrations: '/manager/organisation/integrations',
  /** Ranges of scores that jobs ask for. */
  jobProfiles: '/manager/assignments/job-profiles',
  newJobProfile: '/manager/assignments/job-profiles/new',
  jobProfile: '/manager/assignments/job-profiles/:jobProfileId',
  /** The mails that a manager gets about the organisation. */
  notifications: '/manager/organisation/notifications',
  /** Stops such mails, without signing in. Mail programs post to this address (RFC 8058). */
  unsubscribe: unsubscribePage,
  /** Links by which people without an account read reports. */
  shares: '/manager/assignments/shares',
  /** Shared reports, for people without an account. The token ends with the language of the page. */
  shared: sharedPage,
  /** Files of many reports, made in the background. */
  reportFiles: '/manager/assignments/report-files',
  /** The check of whether a PDF of a report is real, for everybody who has one. */
  checkCopy: checkCopyPage,
} as const

/** A page's address with its parts filled in. */
export const addressOf = (
  page: keyof typeof addresses,
  parts: Readonly<Record<string, string>> = {},
): string => addresses[page].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))

/** Addresses that only lead on to a page. */
export const detourPages = ['/account/settings', '/reset-password'] as const

/** Every address that the server answers with the application. */
export const pages: readonly string[] = /* @__PURE__ */ (() => [
  ...Object.values(addresses),
  ...detourPages,
])()

/** Pages of the test player, which is an application of its own; the last one shows an operator what a participant sees. The first is the list. */
export const playerPages = [
  '/participant/assignments',
  '/participant/assignments/:assignmentId',
  ownResultPage,
  '/participant/tests/:inventory',
  consentsPage,
  myDataPage,
  magicLinkPage,
  slipCodePage,
  tabletPage,
  `${registerPage}/:code`,
  '/admin/inventories/:code/versions/:version/preview',
] as const

/** The page of shared reports by the token of its link. */
export const sharePath = (token: string): string => addressOf('shared', { token })

/** The language at the end of a share's token; undefined where there is none. */
export const localeOfShare = (token: string): Locale | undefined =>
  token.endsWith('-tr') ? 'tr' : token.endsWith('-en') ? 'en' : undefined

/** Pages whose address is itself a permission. */
export const secretPages = [
  resetPasswordPage,
  sharedPage,
  checkCopyPage,
  unsubscribePage,
  singleSignOnPage,
  magicLinkPage,
  `${slipCodePage}/:code`,
]

const matches = (patterns: readonly string[], path: string) => {
  const parts = path.replace(/(?<=.)\/$/, '').split('/')
  return patterns.some((pattern) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  })
}

/** True when the application has a page at this path; a trailing slash makes no difference. */
export const isPage = (path: string): boolean => matches(pages, path)

/** True when a link of a mail, a share or a report leads here: no search engine lists it and no cache keeps it. */
export const isUnlistedPage = (path: string): boolean =>
  matches([sharedPage, unsubscribePage, checkCopyPage], path)

/** True when the player has a page at this path. */
export const isPlayerPage = (path: string): boolean => matches(playerPages, path)

/** True when no error service may learn anything of this path: results, and addresses that are a secret. */
export const isQuietPage = (path: string): boolean =>
  matches([addresses.report, addresses.compare, ownResultPage, slipCodePage, ...secretPages], path)

/** The pattern that a path is an example of, such as `/admin/clients/:clientId`; undefined when the application has no such page. */
export const patternOf = (path: string): string | undefined => pages.find((page) => matches([page], path))
