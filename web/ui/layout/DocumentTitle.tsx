import { usePageTitle } from './pageTitle.ts'

/** The document's title: the page's own, or words for what it shows now. */
export function DocumentTitle({ words }: { words?: string | undefined }) {
  const page = usePageTitle()
  return <title>{`${words ?? page} · Terazi`}</title>
}
