import type { ReactNode } from 'react'
import { type PublicPage, publicPages } from '#contract/publicPages.ts'
import { useWords } from '../words.ts'

interface PageLinkProps {
  to: PublicPage
  /** A part of the page, by its id. */
  part?: string
  className?: string
  current?: boolean
  children: ReactNode
}

/** A link to a public page, by its name in the language being read. */
export function PageLink({ to, part, className, current = false, children }: PageLinkProps) {
  const { locale } = useWords()
  const href = publicPages[to][locale] + (part ? `#${part}` : '')
  return (
    <a href={href} className={className} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
