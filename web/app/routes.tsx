import type { ComponentType } from 'react'
import type { Authority } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import { type detourPages, localeOfShare } from '#contract/pages.ts'
import { accountPath, type PageName, paths } from './paths.ts'

/**
 * A frame that a page asks for: `auth`, around signing in; `bare`, which leads nowhere; or `either`: the application's for
 * someone who is signed in, else `auth`.
 */
export type Frame = 'auth' | 'bare' | 'either'

export interface Page {
  /** Its title, of the document and the heading, unless the page names what it shows, such as a person or an order. */
  title: string
  component: () => Promise<{ default: ComponentType }>
  meta: {
    /** The locale files that the page needs beside common and ui. */
    texts?: readonly string[]
    /** A page of entering: somebody who is signed in already is sent on. */
    entry?: true
    /** Closed to a session that came by an invitation or an identity provider, which opens no account. */
    account?: true
    /** It changes something of a client or orders for it, so readers don't have it. */
    changes?: true
    /** It has figures or results of all groups, so readers of chosen ones don't have it. */
    allGroups?: true
    /** The language that its address says; the reader's own if it says none. */
    spoken?: (parts: Readonly<Record<string, string | undefined>>) => Locale | undefined
  }
  /** Roles that may open it after signing in; left out: everybody, signed in or not. */
  authority?: readonly Authority[]
  /** The frame around the page; left out: the signed-in application's, in the person's layout. */
  layout?: Frame
  /** The part of the menu that lists it, in this table's order. */
  menu?: 'administration' | 'assessment'
}

export interface AppRoute extends Page {
  path: string
  key: PageName
}

const admins: readonly Authority[] = ['admin', 'superuser']
const managers: readonly Authority[] = ['manager', 'admin', 'superuser']
const everybody: readonly Authority[] = [...managers, 'participant']

/** Every page of the application: what the router, its guard and the menu know of it. */
const table = {
  signIn: {
    title: 'auth:signIn.title',
    component: () => import('../features/access/auth/SignInPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  signUp: {
    title: 'auth:signUp.title',
    component: () => import('../features/access/auth/SignUpPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  forgotPassword: {
    title: 'auth:forgot.title',
    component: () => import('../features/access/auth/ForgotPasswordPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  resetPassword: {
    title: 'auth:reset.title',
    component: () => import('../features/access/auth/ResetPasswordPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  firstPassword: {
    title: 'auth:firstPassword.title',
    component: () => import('../features/access/auth/FirstPasswordPage.tsx'),
    meta: { texts: ['auth'] },
    authority: everybody,
    layout: 'auth',
  },
  linkSecondStep: {
    title: 'auth:signIn.title',
    component: () => import('../features/access/auth/SecondStepPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  singleSignOn: {
    title: 'auth:signIn.title',
    component: () => import('../features/access/auth/SingleSignOnPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  accessDenied: {
    title: 'auth:denied.title',
    component: () => import('../features/access/auth/AccessDeniedPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  error: {
    title: 'common:error.uncaught',
    component: () => import('../features/access/auth/ErrorPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  paymentSuccess: {
    title: 'orders:payment.title',
    component: () => import('../features/orders/PaymentSuccessPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
    layout: 'either',
  },
  paymentError: {
    title: 'orders:payment.title',
    component: () => import('../features/orders/PaymentErrorPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
    layout: 'either',
  },
  paymentCallback: {
    title: 'orders:payment.title',
    component: () => import('../features/orders/CheckingPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
    layout: 'either',
  },
  accountSettings: {
    title: 'account:title',
    component: () => import('../features/access/account/AccountSettingsPage.tsx'),
    meta: { texts: ['account'], account: true },
    authority: everybody,
  },
  company: {
    title: 'company:title.edit',
    component: () => import('../features/company/CompanyPage.tsx'),
    meta: { texts: ['company', 'validation'], account: true },
    authority: everybody,
  },
  adminDashboard: {
    title: 'admin:title',
    component: () => import('../features/platform/admin/DashboardPage.tsx'),
    meta: { texts: ['admin', 'clients', 'orders'] },
    authority: admins,
    menu: 'administration',
  },
  clients: {
    title: 'clients:title',
    component: () => import('../features/clients/list/ClientsPage.tsx'),
    meta: { texts: ['clients'] },
    authority: admins,
    menu: 'administration',
  },
  client: {
    title: 'clients:title',
    component: () => import('../features/clients/page/ClientPage.tsx'),
    meta: {
      texts: [
        'clients',
        'users',
        'audit',
        'orders',
        'inventories',
        'access',
        'erasure',
        'mails',
        'single-sign-on',
      ],
    },
    authority: admins,
  },
  clientPart: {
    title: 'clients:title',
    component: () => import('../features/clients/page/ClientPage.tsx'),
    meta: {
      texts: [
        'clients',
        'users',
        'audit',
        'orders',
        'inventories',
        'access',
        'erasure',
        'mails',
        'single-sign-on',
      ],
    },
    authority: admins,
  },
  adminOrders: {
    title: 'orders:list.title',
    component: () => import('../features/orders/AdminOrdersPage.tsx'),
    meta: { texts: ['orders'] },
    authority: admins,
    menu: 'administration',
  },
  adminRequests: {
    title: 'requests:title',
    component: () => import('../features/privacy/requests/AdminRequestsPage.tsx'),
    meta: { texts: ['requests', 'erasure'] },
    authority: admins,
    menu: 'administration',
  },
  users: {
    title: 'users:title',
    component: () => import('../features/access/users/UsersPage.tsx'),
    meta: { texts: ['users', 'mails'] },
    authority: admins,
    menu: 'administration',
  },
  inventories: {
    title: 'inventories:title',
    component: () => import('../features/inventories/list/InventoriesPage.tsx'),
    meta: { texts: ['inventories'] },
    authority: admins,
    menu: 'administration',
  },
  importInventory: {
    title: 'inventories:import.title',
    component: () => import('../features/inventories/import/ImportPage.tsx'),
    meta: { texts: ['inventories'] },
    authority: admins,
  },
  inventory: {
    title: 'inventories:title',
    component: () => import('../features/inventories/InventoryPage.tsx'),
    meta: { texts: ['inventories', 'validity', 'clients'] },
    authority: admins,
  },
  inventoryVersion: {
    title: 'inventories:title',
    component: () => import('../features/inventories/version/VersionPage.tsx'),
    meta: { texts: ['inventories', 'validity'] },
    authority: admins,
  },
  versionItems: {
    title: 'analysis:title',
    component: () => import('../features/inventories/items/ItemsPage.tsx'),
    meta: { texts: ['analysis', 'inventories'] },
    authority: admins,
  },
  audit: {
    title: 'audit:title',
    component: () => import('../features/audit/AuditPage.tsx'),
    meta: { texts: ['audit'] },
    authority: ['superuser'],
    menu: 'administration',
  },
  platformSettings: {
    title: 'second-factor:settings.title',
    component: () => import('../features/platform/admin/SettingsPage.tsx'),
    meta: { texts: ['second-factor'] },
    authority: ['superuser'],
    menu: 'administration',
  },
  system: {
    title: 'system:title',
    component: () => import('../features/platform/system/SystemPage.tsx'),
    meta: { texts: ['system'] },
    authority: admins,
    menu: 'administration',
  },
  managerDashboard: {
    title: 'dashboard:title',
    component: () => import('../features/results/dashboards/DashboardPage.tsx'),
    meta: { texts: ['dashboard', 'assignments'] },
    authority: managers,
    menu: 'assessment',
  },
  assignments: {
    title: 'assignments:title',
    component: () => import('../features/assignments/AssignmentsPage.tsx'),
    meta: {
      texts: [
        'assignments',
        'accommodations',
        'access',
        'erasure',
        'shares',
        'report-files',
        'job-profiles',
        'participants',
      ],
    },
    authority: managers,
    menu: 'assessment',
  },
  jobProfiles: {
    title: 'job-profiles:title',
    component: () => import('../features/assignments/job-profiles/JobProfilesPage.tsx'),
    meta: { texts: ['job-profiles', 'assignments'], changes: true },
    authority: managers,
  },
  newJobProfile: {
    title: 'job-profiles:new.title',
    component: () => import('../features/assignments/job-profiles/NewJobProfilePage.tsx'),
    meta: { texts: ['job-profiles', 'assignments'], changes: true },
    authority: managers,
  },
  jobProfile: {
    title: 'job-profiles:page',
    component: () => import('../features/assignments/job-profiles/JobProfilePage.tsx'),
    meta: { texts: ['job-profiles', 'assignments'], changes: true },
    authority: managers,
  },
  groupReport: {
    title: 'group:title',
    component: () => import('../features/results/groups/GroupReportPage.tsx'),
    meta: { texts: ['group', 'report', 'assignments'], allGroups: true },
    authority: managers,
    menu: 'assessment',
  },
  shares: {
    title: 'shares:title',
    component: () => import('../features/results/shares/SharesPage.tsx'),
    meta: { texts: ['shares', 'assignments'] },
    authority: managers,
  },
  reportFiles: {
    title: 'report-files:title',
    component: () => import('../features/results/report-files/ReportFilesPage.tsx'),
    meta: { texts: ['report-files', 'assignments'], changes: true },
    authority: managers,
  },
  checkCopy: {
    title: 'verify:title',
    component: () => import('../features/results/verify/CheckCopyPage.tsx'),
    meta: { texts: ['verify'] },
    layout: 'bare',
  },
  shared: {
    title: 'shared:title',
    component: () => import('../features/results/shares/SharedPage.tsx'),
    meta: { texts: ['shared', 'report'], spoken: ({ token = '' }) => localeOfShare(token) },
    layout: 'bare',
  },
  compare: {
    title: 'compare:title',
    component: () => import('../features/results/compare/ComparePage.tsx'),
    meta: { texts: ['compare', 'report', 'assignments', 'accommodations'], allGroups: true },
    authority: managers,
  },
  createAssignment: {
    title: 'invite:title',
    component: () => import('../features/people/assign/CreatePage.tsx'),
    meta: {
      texts: ['invite', 'assign', 'accommodations', 'access', 'participants', 'person', 'dashboard'],
      changes: true,
    },
    authority: managers,
  },
  rescue: {
    title: 'rescue:title',
    component: () => import('../features/assignments/rescue/RescuePage.tsx'),
    meta: { texts: ['rescue', 'assignments'], changes: true },
    authority: managers,
  },
  liveAssignments: {
    title: 'board:title',
    component: () => import('../features/test-days/board/LivePage.tsx'),
    meta: { texts: ['board', 'assignments', 'accommodations', 'participants'] },
    authority: managers,
  },
  report: {
    title: 'report:pageTitle',
    component: () => import('../features/results/reports/ReportPage.tsx'),
    meta: { texts: ['report', 'shares', 'assignments', 'job-profiles'] },
    authority: managers,
  },
  participants: {
    title: 'participants:title',
    component: () => import('../features/people/participants/ParticipantsPage.tsx'),
    meta: {
      texts: [
        'participants',
        'person',
        'assignments',
        'accommodations',
        'access',
        'clients',
        'erasure',
        'mails',
        'shares',
        'report-files',
        'job-profiles',
      ],
    },
    authority: managers,
    menu: 'assessment',
  },
  person: {
    title: 'person:title',
    component: () => import('../features/people/participants/PersonPage.tsx'),
    meta: {
      texts: [
        'job-profiles',
        'person',
        'participants',
        'assignments',
        'accommodations',
        'access',
        'clients',
        'erasure',
        'mails',
      ],
    },
    authority: managers,
  },
  requests: {
    title: 'requests:title',
    component: () => import('../features/privacy/requests/RequestsPage.tsx'),
    meta: { texts: ['requests', 'erasure'], changes: true },
    authority: managers,
    menu: 'assessment',
  },
  registrations: {
    title: 'registrations:title',
    component: () => import('../features/people/registrations/RegistrationsPage.tsx'),
    meta: { texts: ['registrations', 'participants', 'invite', 'access'], changes: true },
    authority: managers,
  },
  registration: {
    title: 'registrations:title',
    component: () => import('../features/people/registrations/RegistrationPage.tsx'),
    meta: { texts: ['registrations'], changes: true },
    authority: managers,
  },
  testDays: {
    title: 'test-days:title',
    component: () => import('../features/test-days/TestDaysPage.tsx'),
    meta: { texts: ['test-days'], changes: true },
    authority: managers,
    menu: 'assessment',
  },
  planTestDay: {
    title: 'test-days:plan.title',
    component: () => import('../features/test-days/plan/PlanPage.tsx'),
    meta: { texts: ['test-days', 'invite', 'assign', 'participants'], changes: true },
    authority: managers,
  },
  testDay: {
    title: 'test-days:title',
    component: () => import('../features/test-days/page/TestDayPage.tsx'),
    meta: {
      texts: [
        'test-days',
        'board',
        'accommodations',
        'assign',
        'invite',
        'participants',
        'registrations',
        'access',
      ],
      changes: true,
    },
    authority: managers,
  },
  testDayPart: {
    title: 'test-days:title',
    component: () => import('../features/test-days/page/TestDayPage.tsx'),
    meta: {
      texts: [
        'test-days',
        'board',
        'accommodations',
        'assign',
        'invite',
        'participants',
        'registrations',
        'access',
      ],
      changes: true,
    },
    authority: managers,
  },
  purchase: {
    title: 'orders:purchase.title',
    component: () => import('../features/orders/PurchasePage.tsx'),
    meta: { texts: ['orders', 'dashboard'], changes: true },
    authority: managers,
    menu: 'assessment',
  },
  purchasePayment: {
    title: 'orders:payment.title',
    component: () => import('../features/orders/PaymentPage.tsx'),
    meta: { texts: ['orders', 'company', 'validation'], changes: true },
    authority: managers,
  },
  orders: {
    title: 'orders:list.title',
    component: () => import('../features/orders/OrdersPage.tsx'),
    meta: { texts: ['orders'], changes: true },
    authority: managers,
    menu: 'assessment',
  },
  order: {
    title: 'orders:list.title',
    component: () => import('../features/orders/OrderPage.tsx'),
    meta: { texts: ['orders'], changes: true },
    authority: managers,
  },
  organisation: {
    title: 'common:nav.organisation',
    component: () => import('../features/company/OrganisationPage.tsx'),
    meta: { texts: ['company', 'validation'], changes: true },
    authority: managers,
    menu: 'assessment',
  },
  brand: {
    title: 'brand:title',
    component: () => import('../features/company/brand/BrandPage.tsx'),
    meta: { texts: ['company', 'brand', 'shared'], changes: true },
    authority: managers,
  },
  reminders: {
    title: 'company:reminders.title',
    component: () => import('../features/company/RemindersPage.tsx'),
    meta: { texts: ['company'], changes: true },
    authority: managers,
  },
  testRules: {
    title: 'company:testRules',
    component: () => import('../features/company/TestRulesPage.tsx'),
    meta: { texts: ['company', 'access'], changes: true },
    authority: managers,
  },
  reportSettings: {
    title: 'company:reports.title',
    component: () => import('../features/company/ReportsPage.tsx'),
    meta: { texts: ['company'], changes: true },
    authority: managers,
  },
  colleagues: {
    title: 'colleagues:title',
    component: () => import('../features/company/colleagues/ColleaguesPage.tsx'),
    meta: { texts: ['colleagues', 'company', 'clients'], changes: true },
    authority: managers,
  },
  integrations: {
    title: 'apiKeys:title',
    component: () => import('../features/integrations/IntegrationsPage.tsx'),
    meta: { texts: ['company', 'apiKeys', 'webhooks', 'single-sign-on', 'validation'], changes: true },
    authority: managers,
  },
  notifications: {
    title: 'notifications:title',
    component: () => import('../features/company/notifications/NotificationsPage.tsx'),
    meta: { texts: ['company', 'notifications'], changes: true },
    authority: managers,
  },
  unsubscribe: {
    title: 'notifications:stop.title',
    component: () => import('../features/company/notifications/UnsubscribePage.tsx'),
    meta: { texts: ['notifications'] },
    layout: 'auth',
  },
  retention: {
    title: 'retention:title',
    component: () => import('../features/company/RetentionPage.tsx'),
    meta: { texts: ['company', 'retention'], changes: true },
    authority: managers,
  },
} as const satisfies Record<PageName, Page>

/** Pages with an entry in the menu, which has an icon and words of their own for each. */
export type MenuKey = {
  [Name in PageName]: (typeof table)[Name] extends { menu: string } ? Name : never
}[PageName]

const names = Object.keys(table) as PageName[]

export const routes: readonly AppRoute[] = names.map((key) => ({ ...table[key], key, path: paths[key] }))

/** Addresses whose own pages come later, and where they lead until then. */
export const detours: Readonly<Record<(typeof detourPages)[number], string>> = {
  '/account/settings': accountPath('profile'),
  '/reset-password': paths.forgotPassword,
}
