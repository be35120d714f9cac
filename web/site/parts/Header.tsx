import { IconMenu2 } from '@tabler/icons-react'
import type { PublicPage } from '#contract/publicPages.ts'
import type { SitePage } from '../sitePage.ts'
import { useWords } from '../words.ts'
import { LanguageLink } from './LanguageLink.tsx'
import { PageLink } from './Link.tsx'
import { Logo } from './Logo.tsx'
import { ModeButton } from './ModeButton.tsx'

interface Item {
  to: PublicPage
  part?: string
  text: string
}

const items: readonly Item[] = [
  { to: 'competencies', text: 'public:nav.competencies' },
  { to: 'home', part: 'nasil', text: 'public:nav.how' },
  { to: 'services', text: 'public:nav.services' },
  { to: 'home', part: 'fiyat', text: 'public:nav.prices' },
  { to: 'about', text: 'public:nav.about' },
  { to: 'contact', text: 'public:nav.contact' },
]

function Links({ page }: { page: SitePage }) {
  const { t } = useWords()
  return items.map(({ to, part, text }) => (
    <PageLink key={text} to={to} {...(part && { part })} current={page === to && part === undefined}>
      {t(text)}
    </PageLink>
  ))
}

/**
 * Shows a sign-in button or a link to the person's page. Both are in the page, and the root element decides which is
 * visible: a signed-in reader sees no flash of the other.
 */
function Entry() {
  const { t } = useWords()
  return (
    <>
      <a href="/sign-in" className="btn when-out">
        {t('public:nav.signIn')}
      </a>
      <a href="/dashboard" className="btn when-in" data-entry>
        {t('public:nav.myPage')}
      </a>
    </>
  )
}

export function Header({ page }: { page: SitePage }) {
  const { t } = useWords()
  return (
    <header className="text-14 surface edged-bottom top">
      <div className="row gap-8 wrap">
        <Logo />
        <nav aria-label={t('public:nav.label')}>
          <Links page={page} />
        </nav>
        <div className="row gap-8 end">
          <LanguageLink page={page} className="tool" short />
          <Entry />
          <PageLink to="contact" className="btn solid wide">
            {t('public:nav.reachUs')}
          </PageLink>
          <details className="hidden menu">
            <summary className="stack centered rounded pointer" aria-label={t('public:nav.menu')}>
              <IconMenu2 size={24} stroke={1.75} aria-hidden />
            </summary>
            <div className="surface edged-bottom sheet">
              <nav className="stack" aria-label={t('public:nav.label')}>
                <Links page={page} />
              </nav>
              <div className="cluster sheet-end">
                <LanguageLink page={page} className="tool" />
                <ModeButton className="tool" />
              </div>
            </div>
          </details>
        </div>
      </div>
    </header>
  )
}
