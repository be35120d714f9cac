import { IconLanguage } from '@tabler/icons-react'
import { publicPages } from '#contract/publicPages.ts'
import type { SitePage } from '../sitePage.ts'
import { useWords } from '../words.ts'

// Each language is named in itself, so that its speakers can read it.
const names = { tr: 'Türkçe', en: 'English' } as const

interface LanguageLinkProps {
  page: SitePage
  className: string
  /** Shows the code of the language being read in place of the other one's name. */
  short?: boolean
}

/** Links to the same page in the other language, which works without scripts too; with them the page stays. */
export function LanguageLink({ page, className, short = false }: LanguageLinkProps) {
  const { locale, t } = useWords()
  const other = locale === 'tr' ? 'en' : 'tr'
  const legal = page === 'terms' || page === 'privacy'
  return (
    <a
      href={legal ? publicPages[page][other] : `?lang=${other}`}
      className={className}
      lang={short ? undefined : other}
      hrefLang={other}
      data-language={other}
      aria-label={short ? `${locale.toUpperCase()}. ${t('public:nav.otherLanguage')}` : undefined}
    >
      <IconLanguage size={20} stroke={1.75} aria-hidden />
      {short ? locale.toUpperCase() : names[other]}
    </a>
  )
}
