/** What is used of the library, and so all of it that the build keeps. Named for what it does: blockers stop files by the library's name, and a file that is stopped looks like one of an old release. */
export {
  breadcrumbsIntegration,
  browserTracingIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/react'
