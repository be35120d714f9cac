/** What is used of the library, and so all of it that the build keeps. */
export {
  breadcrumbsIntegration,
  browserTracingIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/react'
