import { useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { openSearch, useOverlays } from '../overlays.ts'
import { useSearches } from './useSearches.ts'

const Dialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Opens with Ctrl K anywhere, and with / where nothing is being typed; the code comes with the first search. */
export function Search() {
  const opened = useOverlays((state) => state.search)
  const searches = useSearches()
  useWindowEvent('keydown', (event) => {
    if (!searches || !asksForSearch(event) || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    openSearch()
  })
  return opened && searches ? (
    <Suspense>
      <Dialog />
    </Suspense>
  ) : null
}

function asksForSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  const typing =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]')
  return key === '/' && !typing
}
