import {
  IconClock,
  IconContrast,
  IconKeyboard,
  IconLanguage,
  IconListNumbers,
  IconMoon,
  IconPlayerTrackNext,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { kioskHere } from '../device/kiosk.ts'
import { changeLook, setDark, useDark, useLook } from '../device/look.ts'
import { useRoomForPages } from '../device/paged.ts'
import { t } from '../words.ts'
import { Button } from './Button.tsx'
import controls from './controls.module.css'
import { Languages } from './Header.tsx'
import styles from './look.module.css'
import { Sheet, SheetActions } from './Sheet.tsx'

function Switch({
  icon: Icon,
  label,
  on,
  set,
  why,
}: {
  icon: TablerIcon
  label: string
  on: boolean
  set: (on: boolean) => void
  /** Why it has no effect now. */
  why?: string | false
}) {
  return (
    <label className={`stack align-center gap-12 pointer ${styles.row}`}>
      <Icon aria-hidden />
      <span>
        {label}
        {why && <small className={`block muted ${styles.why}`}>{why}</small>}
      </span>
      <input
        type="checkbox"
        className={`relative pointer ${styles.switch}`}
        checked={on}
        disabled={Boolean(why)}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </label>
  )
}

function AutoNextSwitch({ off }: { off: string | false }) {
  return (
    <Switch
      icon={IconPlayerTrackNext}
      label={t('player-item:autoNext.label')}
      on={useLook().autoNext}
      set={(on) => changeLook({ autoNext: on })}
      why={off}
    />
  )
}

function PagesSwitch() {
  const { pages } = useLook()
  if (!useRoomForPages()) return null
  return (
    <Switch
      icon={IconListNumbers}
      label={t('player:look.pages')}
      on={pages}
      set={(on) => changeLook({ pages: on })}
    />
  )
}

const sizes = ['A', 'A+', 'A++'] as const

interface LookSheetProps {
  /** Replaces the default title if the sheet contains more. */
  title?: string
  onClose: () => void
  onLanguage?: (locale: 'tr' | 'en') => Promise<void>
  /** Another language would change the screens and not the test. */
  languageStays?: boolean
  /** Within the test: what belongs to the test alone (timer, keys). */
  inTest?: boolean
  /** Given where the next question may follow automatically; `off` says why it doesn't now. */
  autoNext?: { off: string | false } | undefined
  children?: ReactNode
}

/**
 * Text size, contrast, dark, timer and language in one place. Everything applies immediately and is kept on the device.
 */
export function LookSheet({
  title,
  onClose,
  onLanguage,
  languageStays,
  inTest,
  autoNext,
  children,
}: LookSheetProps) {
  const look = useLook()
  const dark = useDark()
  const kiosk = kioskHere()
  return (
    <Sheet title={title ?? t('player:look.title')} onClose={onClose}>
      <fieldset className={`stack rounded-lg clip ${styles.sizes}`}>
        <legend className="sr">{t('player:look.size')}</legend>
        {sizes.map((name, size) => (
          <button
            key={name}
            type="button"
            className={`semibold surface pointer ${styles.size}`}
            style={{ fontSize: 17 + size * 4 }}
            aria-pressed={look.size === size}
            onClick={() => changeLook({ size: size === 2 ? 2 : size === 1 ? 1 : 0 })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <p className={controls.lead}>{t('player:look.sample')}</p>
      <div className="stack">
        <Switch
          icon={IconContrast}
          label={t('player:look.contrast')}
          on={look.contrast}
          set={(contrast) => changeLook({ contrast })}
        />
        <Switch
          icon={IconMoon}
          label={t('player:look.dark')}
          on={dark}
          set={setDark}
          why={look.contrast && t('player:look.noDark')}
        />
        {inTest && (
          <>
            <Switch
              icon={IconClock}
              label={t('player:look.timer')}
              on={look.timer}
              set={(timer) => changeLook({ timer })}
            />
            {/* Devices with a mouse have a keyboard. */}
            {window.matchMedia('(any-pointer: fine)').matches && (
              <Switch
                icon={IconKeyboard}
                label={t('player:look.shortcuts')}
                on={look.shortcuts}
                set={(shortcuts) => changeLook({ shortcuts })}
              />
            )}
            {autoNext && <AutoNextSwitch off={autoNext.off} />}
            <PagesSwitch />
          </>
        )}
        <div className={`stack align-center gap-12 pointer ${styles.row}`}>
          <IconLanguage aria-hidden />
          {languageStays ? (
            t('player:look.languageStays')
          ) : (
            <>
              {t('player:look.language')}
              <Languages {...(onLanguage ? { onChange: onLanguage } : {})} />
            </>
          )}
        </div>
      </div>
      <SheetActions>
        {children}
        {kiosk && inTest && (
          <Button
            look="secondary"
            onClick={() => {
              onClose()
              kiosk.supervise()
            }}
          >
            {t('tablet:supervisor.open')}
          </Button>
        )}
        <Button onClick={onClose}>{t('player:look.done')}</Button>
      </SheetActions>
    </Sheet>
  )
}
