import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openSearch, useOverlays } from '../overlays.ts'
import classes from './SearchButton.module.css'
import { useSearches } from './useSearches.ts'

const keys = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Looks like a field and opens one: the search lies over the page, with room for what it finds. */
export function SearchButton() {
  const { t } = useTranslation()
  const opened = useOverlays((state) => state.search)
  if (!useSearches()) return null
  return (
    <button
      type="button"
      className={`font-inherit row gap-10 faint text-start well rounded edged pointer ${classes.search}`}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={openSearch}
    >
      <IconSearch className="rigid" size={18} stroke={1.75} aria-hidden />
      <span className={`min-0 ellipsis ${classes.words}`}>{t('shell:search.open')}</span>
      <span className={`rigid push-end text-12 surface edged ${classes.kbd}`} aria-hidden>
        {keys}
      </span>
    </button>
  )
}
