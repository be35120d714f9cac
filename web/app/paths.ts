import { reportPage } from '#contract/pages.ts'
import { slipCodePage } from '#contract/slipCode.ts'

/** Every address of the application, in one place. Functions where an id belongs into it. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:uid/:token',
  firstPassword: '/account/first-password',
  magicLink: '/magic-link/:uid/:token',
  slipCode: slipCodePage,
  accessDenied: '/access-denied',
  error: '/error',
  paymentSuccess: '/payment/success',
  paymentError: '/payment/error',
  accountSettings: '/account/settings/:tab',
  /** Every component in every look; only a demo has it. */
  gallery: '/dev/ui',
  platformSettings: '/admin/settings',
  adminDashboard: '/admin/dashboard',
  inventories: '/admin/inventories',
  importInventory: '/admin/inventories/import',
  inventory: '/admin/inventories/:code',
  inventoryVersion: '/admin/inventories/:code/versions/:version',
  clients: '/admin/clients',
  client: '/admin/clients/:clientId',
  clientPart: '/admin/clients/:clientId/:tab',
  adminOrders: '/admin/orders',
  users: '/admin/users',
  audit: '/admin/audit',
  managerDashboard: '/manager/dashboard',
  assignments: '/manager/assignments',
  createAssignment: '/manager/assignments/create',
  report: reportPage,
  participants: '/manager/participants',
  purchase: '/manager/quota-purchase',
  purchasePayment: '/manager/quota-purchase/payment',
  orders: '/manager/orders',
  order: '/manager/orders/:orderId',
  /** The provider posts here; a browser that opens it is shown the state of the payment. */
  paymentCallback: '/manager/payment/3ds-callback/:orderId',
  organisation: '/manager/organisation',
  reminders: '/manager/organisation/reminders',
  /** Opens a client, or edits the chosen one's billing identity. */
  company: '/app/account/kyc-form',
  /** The player's: an application of its own. */
  myAssignments: '/participant/assignments',
  /** The same with a greeting: who asks for which tests, how long they take, until when. */
  greeting: '/participant/assignments?welcome',
} as const

export const accountPath = (tab: string) => paths.accountSettings.replace(':tab', tab)

/** A client's page, or one of its parts. */
export const clientPath = (clientId: string, tab = '') =>
  `${paths.clients}/${encodeURIComponent(clientId)}${tab ? `/${tab}` : ''}`

/** An inventory's page. */
export const inventoryPath = (code: string) => paths.inventory.replace(':code', encodeURIComponent(code))

/** One version or draft of an inventory. */
export const versionPath = (code: string, version: number) =>
  `${inventoryPath(code)}/versions/${encodeURIComponent(version)}`

/** A version as a participant sees it: a page of the player, which is a document of its own. */
export const previewPath = (code: string, version: number) => `${versionPath(code, version)}/preview`

/** An order's page. */
export const orderPath = (orderId: string) => paths.order.replace(':orderId', encodeURIComponent(orderId))

/** Where quota is bought; a page that had too little names the test and how many are missing. */
export const purchasePath = (test: string, missing: number) =>
  `${paths.purchase}?${new URLSearchParams({ test, quantity: String(missing) })}`

/** The assignment list as these parameters of it show it. */
export const listPath = (parameters: Record<string, string>) =>
  `${paths.assignments}?${new URLSearchParams(parameters)}`

/** The pending assignments that are due from one day to another, the nearest first. */
export const dueListPath = (from: string, to: string) =>
  listPath({ status: 'pending', due_from: from, due_to: to, ordering: 'dueDate' })

/** The people of a role, those who came last first. */
export const peoplePath = (role: string | undefined) =>
  `${paths.participants}?${role === 'employee' ? 'type=employees&' : ''}ordering=-joinedAt`

/** A long list of people that is being invited, or was. */
export const jobPath = (jobId: string) => `${paths.createAssignment}?job=${encodeURIComponent(jobId)}`

/** Where tests are given to people who are in place. */
export const assignToPeople = `${paths.createAssignment}?people=here`

export const reportPath = (assignmentId: string) =>
  paths.report.replace(':assignmentId', encodeURIComponent(assignmentId))
