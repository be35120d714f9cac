import type { ComponentType } from 'react'
import type { Authority } from '#contract/access.ts'
import { accountPath, paths } from './paths.ts'
import type { LayoutType } from './themeSettings.ts'

/** A frame that a page asks for: around signing in, or one of the application's layouts. */
export type Frame = 'auth' | LayoutType

export interface AppRoute {
  path: string
  key: string
  component: () => Promise<{ default: ComponentType }>
  meta: {
    /** The locale files that the page needs beside common and ui. */
    texts?: readonly string[]
    /** A page of entering: somebody who is signed in already is sent on. */
    entry?: true
    /** Not for a session that came by an invitation, which opens tests and no account. */
    account?: true
  }
  /** Who may open it, after signing in; left out: everybody, signed in or not. */
  authority?: readonly Authority[]
  /** The frame around the page; left out: the signed-in application's, in the person's layout. */
  layout?: Frame
}

const admins: readonly Authority[] = ['admin', 'superuser']
const managers: readonly Authority[] = ['manager', 'admin', 'superuser']
const everybody: readonly Authority[] = [...managers, 'participant']

export const routes: readonly AppRoute[] = [
  {
    path: paths.signIn,
    key: 'signIn',
    component: () => import('../features/auth/SignInPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  {
    path: paths.signUp,
    key: 'signUp',
    component: () => import('../features/auth/SignUpPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  {
    path: paths.forgotPassword,
    key: 'forgotPassword',
    component: () => import('../features/auth/ForgotPasswordPage.tsx'),
    meta: { texts: ['auth'], entry: true },
    layout: 'auth',
  },
  {
    path: paths.resetPassword,
    key: 'resetPassword',
    component: () => import('../features/auth/ResetPasswordPage.tsx'),
    meta: { texts: ['auth'] },
    layout: 'auth',
  },
  {
    path: paths.firstPassword,
    key: 'firstPassword',
    component: () => import('../features/auth/FirstPasswordPage.tsx'),
    meta: { texts: ['auth'] },
    authority: everybody,
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
    path: paths.slipCode,
    key: 'slipCode',
    component: () => import('../features/auth/SlipCodePage.tsx'),
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
    path: paths.paymentSuccess,
    key: 'paymentSuccess',
    component: () => import('../features/orders/PaymentSuccessPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
    layout: 'auth',
  },
  {
    path: paths.paymentError,
    key: 'paymentError',
    component: () => import('../features/orders/PaymentErrorPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
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
    path: paths.gallery,
    key: 'gallery',
    component: () => import('../features/gallery/GalleryPage.tsx'),
    meta: { texts: ['gallery'] },
    layout: 'blank',
  },
  {
    path: paths.managerDashboard,
    key: 'managerDashboard',
    component: () => import('../features/dashboard/DashboardPage.tsx'),
    meta: { texts: ['dashboard', 'assignments'] },
    authority: managers,
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
    component: () => import('../features/assign/CreatePage.tsx'),
    meta: { texts: ['invite', 'define', 'participants', 'person', 'dashboard'] },
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
    meta: { texts: ['participants', 'person', 'assignments', 'clients'] },
    authority: managers,
  },
  {
    path: paths.accountSettings,
    key: 'accountSettings',
    component: () => import('../features/account/AccountSettingsPage.tsx'),
    meta: { texts: ['account'], account: true },
    authority: everybody,
  },
  {
    path: paths.adminDashboard,
    key: 'adminDashboard',
    component: () => import('../features/admin/DashboardPage.tsx'),
    meta: { texts: ['admin', 'clients', 'orders'] },
    authority: admins,
  },
  {
    path: paths.clients,
    key: 'clients',
    component: () => import('../features/clients/ClientsPage.tsx'),
    meta: { texts: ['clients'] },
    authority: admins,
  },
  {
    path: paths.client,
    key: 'client',
    component: () => import('../features/clients/ClientPage.tsx'),
    meta: { texts: ['clients', 'users', 'audit', 'orders', 'inventories'] },
    authority: admins,
  },
  {
    path: paths.clientPart,
    key: 'clientPart',
    component: () => import('../features/clients/ClientPage.tsx'),
    meta: { texts: ['clients', 'users', 'audit', 'orders', 'inventories'] },
    authority: admins,
  },
  {
    path: paths.inventories,
    key: 'inventories',
    component: () => import('../features/inventories/InventoriesPage.tsx'),
    meta: { texts: ['inventories'] },
    authority: admins,
  },
  {
    path: paths.importInventory,
    key: 'importInventory',
    component: () => import('../features/inventories/ImportPage.tsx'),
    meta: { texts: ['inventories'] },
    authority: admins,
  },
  {
    path: paths.inventory,
    key: 'inventory',
    component: () => import('../features/inventories/InventoryPage.tsx'),
    meta: { texts: ['inventories', 'validity', 'clients'] },
    authority: admins,
  },
  {
    path: paths.inventoryVersion,
    key: 'inventoryVersion',
    component: () => import('../features/inventories/VersionPage.tsx'),
    meta: { texts: ['inventories', 'validity'] },
    authority: admins,
  },
  {
    path: paths.adminOrders,
    key: 'adminOrders',
    component: () => import('../features/orders/AdminOrdersPage.tsx'),
    meta: { texts: ['orders'] },
    authority: admins,
  },
  {
    path: paths.users,
    key: 'users',
    component: () => import('../features/users/UsersPage.tsx'),
    meta: { texts: ['users'] },
    authority: admins,
  },
  {
    path: paths.audit,
    key: 'audit',
    component: () => import('../features/audit/AuditPage.tsx'),
    meta: { texts: ['audit'] },
    authority: ['superuser'],
  },
  {
    path: paths.purchase,
    key: 'purchase',
    component: () => import('../features/orders/PurchasePage.tsx'),
    meta: { texts: ['orders', 'dashboard'] },
    authority: managers,
  },
  {
    path: paths.purchasePayment,
    key: 'purchasePayment',
    component: () => import('../features/orders/PaymentPage.tsx'),
    meta: { texts: ['orders', 'company', 'validation'] },
    authority: managers,
  },
  {
    path: paths.orders,
    key: 'orders',
    component: () => import('../features/orders/OrdersPage.tsx'),
    meta: { texts: ['orders'] },
    authority: managers,
  },
  {
    path: paths.order,
    key: 'order',
    component: () => import('../features/orders/OrderPage.tsx'),
    meta: { texts: ['orders'] },
    authority: managers,
  },
  {
    path: paths.paymentCallback,
    key: 'paymentCallback',
    component: () => import('../features/orders/CheckingPage.tsx'),
    meta: { texts: ['payment', 'orders'] },
    layout: 'auth',
  },
  {
    path: paths.organisation,
    key: 'organisation',
    component: () => import('../features/company/OrganisationPage.tsx'),
    meta: { texts: ['company', 'validation'] },
    authority: managers,
  },
  {
    path: paths.reminders,
    key: 'reminders',
    component: () => import('../features/company/RemindersPage.tsx'),
    meta: { texts: ['company'] },
    authority: managers,
  },
  {
    path: paths.company,
    key: 'company',
    component: () => import('../features/company/CompanyPage.tsx'),
    meta: { texts: ['company', 'validation'], account: true },
    authority: everybody,
  },
  {
    path: paths.platformSettings,
    key: 'platformSettings',
    component: () => import('../features/admin/SettingsPage.tsx'),
    meta: { texts: ['second-factor'] },
    authority: ['superuser'],
  },
]

/** Addresses whose own pages come later, and where they lead until then. */
export const detours: Readonly<Record<string, string>> = {
  '/account/settings': accountPath('profile'),
  // A used link leaves this in the address bar; a reload has nothing to open.
  '/magic-link': paths.signIn,
  '/reset-password': paths.forgotPassword,
}
