import i18next, { type ResourceLanguage } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { Route, Routes, StaticRouter } from 'react-router'
import type { Locale } from '#contract/fields.ts'
import { AuthLayout } from '../../../app/layouts/AuthLayout.tsx'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { Providers } from '../../../app/Providers.tsx'
import { paths } from '../../../app/paths.ts'
import { PageTitle } from '../../../ui/layout/pageTitle.ts'
import SignInPage from './SignInPage.tsx'

/** The sign-in page as it is before the application runs, for its document; drawn at build. */
export async function drawSignIn(
  locale: Locale,
  words: ResourceLanguage,
): Promise<{ head: string; body: string }> {
  await i18next.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: words },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  })
  // A store gives React what it began with where there is no browser.
  useLocaleSettings.getInitialState().currentLang = locale
  const page = (
    <PageTitle value={i18next.t('auth:signIn.title')}>
      <SignInPage />
    </PageTitle>
  )
  const drawn = renderToStaticMarkup(
    <Providers>
      <StaticRouter location={paths.signIn}>
        <Routes>
          <Route element={<AuthLayout />}>
            <Route path={paths.signIn} element={page} />
          </Route>
        </Routes>
      </StaticRouter>
    </Providers>,
  )
  const [head = ''] = /<title>.*?<\/title>/.exec(drawn) ?? []
  const body = drawn.replace(head, '').replace(/<meta name="description"[^>]*>/, '')
  // Nothing can be pressed or typed that would be lost when the application takes over.
  return { head, body: `<div inert data-drawn>${body.replaceAll('<input', '<input readonly')}</div>` }
}
