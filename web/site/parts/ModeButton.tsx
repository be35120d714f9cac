import { IconMoon, IconSun } from '@tabler/icons-react'
import { useWords } from '../words.ts'

/** Switches between light and dark. Both names are in the page; the root's class decides which is visible. */
export function ModeButton({ className }: { className: string }) {
  const { t } = useWords()
  return (
    <button type="button" className={`mode ${className}`} data-mode>
      <span className="when-light">
        <IconMoon size={20} stroke={1.75} aria-hidden />
        {t('public:mode.dark')}
      </span>
      <span className="when-dark">
        <IconSun size={20} stroke={1.75} aria-hidden />
        {t('public:mode.light')}
      </span>
    </button>
  )
}
