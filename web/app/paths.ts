import { addresses, addressOf, playerPages } from '#contract/pages.ts'

/** Every page of the application by its name; functions below fill in the parts that vary. */
export type PageName = keyof typeof addresses

/** Every address that the application leads to. */
export const paths = {
  ...addresses,
  home: '/',
  /** The player's: an application of its own. */
  myAssignments: playerPages[0],
  /** The same with a greeting: who asks for which tests, how long they take, until when. */
  greeting: `${playerPages[0]}?welcome`,
} as const

export const accountPath = (tab: string) => addressOf('accountSettings', { tab })

/** The card for two-step sign-in, on the same page as the password. */
export const secondFactorId = 'second-factor'
export const secondFactorPath = () => `${accountPath('password')}#${secondFactorId}`

/** A client's page, or one of its parts. */
export const clientPath = (clientId: string, tab = '') =>
  `${paths.clients}/${encodeURIComponent(clientId)}${tab ? `/${tab}` : ''}`

/** An inventory's page. */
export const inventoryPath = (code: string) => addressOf('inventory', { code })

/** One version or draft of an inventory. */
export const versionPath = (code: string, version: number) =>
  addressOf('inventoryVersion', { code, version: String(version) })

/** The page that says how the questions of a version work. */
export const versionItemsPath = (code: string, version: number) =>
  addressOf('versionItems', { code, version: String(version) })

/** A version as a participant sees it: a page of the player, which is a document of its own. */
export const previewPath = (code: string, version: number) => `${versionPath(code, version)}/preview`

/** An order's page. */
export const orderPath = (orderId: string) => addressOf('order', { orderId })

/** A test of which there is too little quota, by its code, and how many units are missing. */
export interface Shortage {
  test: string
  missing: number
}

/** The address for buying quota; a page that had too little names each test and how many are missing. */
export function purchasePath(shortages: readonly Shortage[]): string {
  const asked = new URLSearchParams(
    shortages.flatMap(({ test, missing }) => [
      ['test', test],
      ['quantity', String(missing)],
    ]),
  )
  return asked.size > 0 ? `${paths.purchase}?${asked}` : paths.purchase
}

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

/** The address for assigning tests to people who are in place. */
export const assignToPeople = `${paths.createAssignment}?people=here`

/** A person's page at the client that is chosen, with the job profile that their results are looked at with. */
export const personPath = (membershipId: string, profile = '') =>
  withProfile(addressOf('person', { membershipId }), profile)

/** A job profile's page. */
export const jobProfilePath = (jobProfileId: string) => addressOf('jobProfile', { jobProfileId })

/** The page that makes a job profile of a test from these results. */
export const newJobProfilePath = (inventory: string, assignments: readonly string[]) =>
  `${paths.newJobProfile}?${new URLSearchParams({ inventory, assignments: assignments.join(',') })}`

/** A registration's page. */
export const registrationPath = (registrationId: string) => addressOf('registration', { registrationId })

/** A test day's page, or one of its parts. */
export const testDayPath = (testDayId: string, part = '') =>
  part === '' ? addressOf('testDay', { testDayId }) : addressOf('testDayPart', { testDayId, part })

/**
 * The full address at which a device becomes a tablet of a test day, as a karekod says it.
 * @param code in the part of the address that no server sees
 * @param rooms offered there, as long as the karekod stays easy to scan
 */
export function tabletAddress(code: string, rooms: readonly string[] = []): string {
  const offered = rooms.map((room) => `room=${encodeURIComponent(room)}`).join('&')
  const query = offered === '' || offered.length > 200 ? '' : `?${offered}`
  return `${window.location.origin}/tablet${query}#${code}`
}

/** A result, with the job profile that it is looked at with. */
export const reportPath = (assignmentId: string, profile = '') =>
  withProfile(addressOf('report', { assignmentId }), profile)

/** The comparison of these assignments; with one of them the page offers others. */
export const comparePath = (assignmentIds: readonly string[], profile = '') =>
  withProfile(`${paths.compare}?${new URLSearchParams({ assignments: assignmentIds.join(',') })}`, profile)

/** An address that goes on with the job profile that a list was looked at with. */
function withProfile(path: string, profile: string): string {
  if (profile === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ profile })}`
}

/** The list of a test's results, from which a job profile is made. */
export const profilePeoplePath = (inventory: string) =>
  listPath({ inventory, status: 'completed', for: 'profile' })
