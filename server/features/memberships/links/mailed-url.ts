import { redirectParameter } from '#contract/landing.ts'
import { askedParameter } from '#contract/links.ts'

/**
 * The address of a link as a mail has it.
 * @param redirectUrl where it leads on to
 * @param browser the marker of the browser that asked for it
 */
export function mailedUrl(
  url: string,
  { redirectUrl, browser }: { redirectUrl?: string | undefined; browser?: string | undefined },
): string {
  const full = new URL(url)
  if (redirectUrl !== undefined) full.searchParams.set(redirectParameter, redirectUrl)
  if (browser !== undefined) full.searchParams.set(askedParameter, browser)
  return full.href
}
