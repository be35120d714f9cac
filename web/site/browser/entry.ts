import { entryPathOf } from '#contract/landing.ts'

/** Points "my page" to the entry page of the person's roles; until this runs it leads to the hub. */
export function entryOf(): void {
  const authority = document.documentElement.dataset.authority
  if (authority === undefined) return
  const path = entryPathOf({ authority: authority.split(' ') })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-entry]')) link.href = path
}
