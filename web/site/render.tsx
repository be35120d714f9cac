import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '#contract/fields.ts'
import type { ReportView } from '#report/view.ts'
import { AboutPage } from './pages/AboutPage.tsx'
import { CompetenciesPage } from './pages/CompetenciesPage.tsx'
import { ContactPage } from './pages/ContactPage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { HubPage } from './pages/HubPage.tsx'
import { PrivacyPage, TermsPage } from './pages/LegalPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { ServicesPage } from './pages/ServicesPage.tsx'
import { Frame } from './parts/Frame.tsx'
import { SampleContext } from './sample.ts'
import type { SitePage } from './sitePage.ts'
import { WordsContext, wordsOf } from './words.ts'

interface Entry {
  component: ComponentType
  /** The locale file whose `meta` contains the page's title and description. */
  words: string
}

const entries: Record<SitePage, Entry> = {
  home: { component: HomePage, words: 'publicHome' },
  about: { component: AboutPage, words: 'publicAbout' },
  competencies: { component: CompetenciesPage, words: 'publicCompetencies' },
  services: { component: ServicesPage, words: 'publicServices' },
  contact: { component: ContactPage, words: 'publicContact' },
  terms: { component: TermsPage, words: 'publicTerms' },
  privacy: { component: PrivacyPage, words: 'publicPrivacy' },
  hub: { component: HubPage, words: 'publicHub' },
  notFound: { component: NotFoundPage, words: 'publicNotFound' },
}

export const sitePages = Object.keys(entries).filter((key): key is SitePage => key in entries)

/** A page's head and body, drawn once at build. */
export function render(page: SitePage, locale: Locale, sample: ReportView): { head: string; body: string } {
  const { component: Page, words: namespace } = entries[page]
  const words = wordsOf(locale)
  const title = words.t(`${namespace}:meta.title`)
  const description = words.t(`${namespace}:meta.description`)
  const head = renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Terazi" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={locale === 'tr' ? 'tr_TR' : 'en_GB'} />
    </>,
  )
  const body = renderToStaticMarkup(
    <WordsContext value={words}>
      <SampleContext value={sample}>
        <Frame page={page}>
          <Page />
        </Frame>
      </SampleContext>
    </WordsContext>,
  )
  return { head, body }
}
