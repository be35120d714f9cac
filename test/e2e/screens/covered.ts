import { pages, playerPages } from '#contract/pages.ts'
import { publicPages } from '#contract/publicPages.ts'

/** Which walk checks which addresses. Pages not listed belong to the first one. */
const elsewhere = {
  public: [
    ...new Set(Object.values(publicPages).flatMap(({ tr, en }) => [tr, en])),
    '/payment/success',
    '/payment/error',
  ],
  secondFactor: ['/admin/settings'],
} satisfies Record<string, readonly string[]>

const own = [...pages, ...playerPages].filter(
  (page) => !Object.values(elsewhere).some((their: readonly string[]) => their.includes(page)),
)
const walks: Record<'own' | keyof typeof elsewhere, readonly string[]> = { own, ...elsewhere }

/** Addresses of the walk that no checked screen had. */
export function unseen(walk: keyof typeof walks, seen: ReadonlySet<string>): string[] {
  return walks[walk].filter((pattern) => {
    const address = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`)
    return ![...seen].some((path) => address.test(path))
  })
}
