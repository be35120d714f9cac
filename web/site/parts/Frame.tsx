import type { ReactNode } from 'react'
import type { SitePage } from '../sitePage.ts'
import { useWords } from '../words.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** Around every public page. */
export function Frame({ page, children }: { page: SitePage; children: ReactNode }) {
  const { t } = useWords()
  return (
    <>
      <a href="#main" className="surface rounded skip">
        {t('public:skip')}
      </a>
      <Header page={page} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer page={page} />
    </>
  )
}
