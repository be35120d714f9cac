import { entryPathOf } from '#contract/landing.ts'

/** Where "my page" leads: to the hub until this runs, then straight to the entry page of the person's roles. */
export function entryOf(): void {
  const authority = document.documentElement.dataset.authority
  if (authority === undefined) return
  const path = entryPathOf({ authority: authority.split(' ') })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-entry]')) link.href = path
}
