import type { PublicPage } from '#contract/publicPages.ts'

/** A page that is drawn at build: a public one, or the answer to an unknown address. */
export type SitePage = PublicPage | 'notFound'
