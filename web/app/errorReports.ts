import { cleanParts, errorReportSettings } from '#contract/errorReports.ts'
import { isQuietPage, patternOf } from '#contract/pages.ts'
import { type AuthState, useAuth } from './auth.ts'
import type { makeRouter } from './router.tsx'

/**
 * Reports errors of the application's pages to the error service that the document names; the document of a quiet page
 * names none, and the player has no part in this. The library's code travels only where there is such a service.
 */
export async function startErrorReports(router: ReturnType<typeof makeRouter>): Promise<void> {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content
  if (!dsn) return
  // A blocked library, for example by a content blocker, is no fault of the page.
  const sentry = await import('./reporting.ts').catch(() => undefined)
  if (sentry === undefined) return
  const replay = sentry.replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // The library does not mask a hidden field's value.
    block: ['input[type="hidden"]'],
    maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'href', 'src', 'value'],
    // Cleaned before it is sent, which only works with text; and its worker would need an address the policy refuses.
    useCompression: false,
  })
  const quiet = () => isQuietPage(window.location.pathname)
  const unlessQuiet = <Report>(report: Report) => (quiet() ? null : report)
  sentry.init({
    dsn,
    ...errorReportSettings,
    // Breadcrumbs leave out clicks and logs: clicks are named by words on the screen, and logs may contain any.
    integrations: (standard) => [
      ...standard.filter(({ name }) => name !== 'Breadcrumbs' && name !== 'BrowserSession'),
      sentry.breadcrumbsIntegration({ dom: false, console: false }),
      sentry.browserTracingIntegration({
        beforeStartSpan: (span) => ({ ...span, name: patternOf(window.location.pathname) ?? 'other' }),
      }),
      replay,
    ],
    beforeSend: unlessQuiet,
    beforeSendTransaction: unlessQuiet,
    beforeBreadcrumb: unlessQuiet,
    transport: (options) => {
      const inner = sentry.makeFetchTransport(options)
      return {
        send: (envelope) => inner.send([envelope[0], cleanParts(envelope[1])] as typeof envelope),
        flush: (timeout) => inner.flush(timeout),
      }
    },
  })
  const nameUser = ({ user }: AuthState) => sentry.setUser(user.id === '' ? null : { id: user.id })
  nameUser(useAuth.getState())
  useAuth.subscribe(nameUser)
  // A result that is opened is not recorded; recording starts again on leaving it.
  let resting = false
  router.subscribe(({ location, navigation }) => {
    const rests = isQuietPage((navigation.location ?? location).pathname) || quiet()
    if (rests === resting) return
    resting = rests
    if (rests) void replay.stop()
    else replay.startBuffering()
  })
}
