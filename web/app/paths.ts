/** Every address of the application, in one place. Functions where an id belongs into it. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  magicLink: '/magic-link/:uid/:token',
  accessDenied: '/access-denied',
  error: '/error',
  adminDashboard: '/admin/dashboard',
  managerDashboard: '/manager/dashboard',
  assignments: '/manager/assignments',
  createAssignment: '/manager/assignments/create',
  report: '/manager/assignments/:assignmentId/report',
  participants: '/manager/participants',
  /** The player's: an application of its own. */
  myAssignments: '/participant/assignments',
  /** The same with a greeting: who asks for which tests, how long they take, until when. */
  greeting: '/participant/assignments?welcome',
} as const

export const reportPath = (assignmentId: string) =>
  paths.report.replace(':assignmentId', encodeURIComponent(assignmentId))
