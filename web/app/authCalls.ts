/**
 * The calls of signing in come when they are made: their schemas (zod) are a tenth of the first page's code, and nobody
 * waits for them who only reads the page. `warmUp` fetches them while a form is being filled in.
 */
export const authCalls = () => import('#contract/auth.ts')

export function warmUp() {
  authCalls().catch(() => {
    // the call itself will try again and report it
  })
}
