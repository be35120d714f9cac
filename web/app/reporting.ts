/**
 * The used exports of the library: the build keeps no others. The file is named for its purpose because blockers stop files
 * by the library's name, and a stopped file looks like one of an old release.
 */
export {
  breadcrumbsIntegration,
  browserTracingIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
  setUser,
} from '@sentry/react'
