import type { PublicPage } from '#contract/publicPages.ts'
import type { SitePage } from '../sitePage.ts'
import { useWords } from '../words.ts'
import { LanguageLink } from './LanguageLink.tsx'
import { PageLink } from './Link.tsx'
import { Logo } from './Logo.tsx'
import { ModeButton } from './ModeButton.tsx'

const columns: readonly { title: string; links: readonly { to: PublicPage; text: string }[] }[] = [
  {
    title: 'public:footer.product',
    links: [
      { to: 'competencies', text: 'public:nav.competencies' },
      { to: 'services', text: 'public:nav.services' },
    ],
  },
  {
    title: 'public:footer.organisation',
    links: [
      { to: 'about', text: 'public:nav.about' },
      { to: 'contact', text: 'public:nav.contact' },
    ],
  },
  {
    title: 'public:footer.legal',
    links: [
      { to: 'terms', text: 'public:footer.terms' },
      { to: 'privacy', text: 'public:footer.privacy' },
    ],
  },
]

/** The year is the one in which the page is served. */
export function Footer({ page }: { page: SitePage }) {
  const { t } = useWords()
  return (
    <footer className="text-14 muted edged-top foot">
      <div className="wrap">
        <div className="stack foot-columns">
          <div>
            <Logo />
            <p>{t('public:footer.line')}</p>
          </div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-13 medium faint">{t(title)}</h2>
              <ul>
                {links.map(({ to, text }) => (
                  <li key={to}>
                    <PageLink to={to} current={page === to}>
                      {t(text)}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="row split wraps faint ruled-top foot-end">
          <span>© %YEAR% Terazi</span>
          <div className="cluster">
            <LanguageLink page={page} className="inline-row gap-8 touch-height small" />
            <ModeButton className="inline-row gap-8 touch-height small" />
          </div>
        </div>
      </div>
    </footer>
  )
}
