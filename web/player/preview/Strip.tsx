import { IconEye, IconHourglassOff, IconPlayerSkipForward, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Preview } from '#contract/previews.ts'
import controls from '../parts/controls.module.css'
import { setLocale, t } from '../words.ts'
import { type PlaceGroup, versionPage } from './places.ts'
import styles from './preview.module.css'

interface StripProps {
  preview: Preview
  groups: readonly PlaceGroup[]
  place: string
  onGo: (key: string) => void
  onNextSection: (() => void) | undefined
  onEndTime: (() => void) | undefined
}

/** Says that nothing is saved, and leads to what a participant would meet later. It is no part of what they see. */
export function Strip({ preview, groups, place, onGo, onNextSection, onEndTime }: StripProps) {
  const { code, version, draft, form } = preview
  const other = form.locale === 'tr' ? 'en' : 'tr'
  const [lost, setLost] = useState(false)
  const speak = () => {
    setLost(false)
    setLocale(other).catch(() => setLost(true))
  }
  return (
    <section
      className={`stack align-center ${styles.strip}`}
      data-strip
      aria-label={t('player-preview:title')}
    >
      <p className="row gap-8">
        <IconEye className="ink-primary" size={20} aria-hidden />
        <span>
          <b>{t('player-preview:nothing')}</b>{' '}
          <span className="muted nowrap">
            {draft
              ? t('player-preview:draft', { code, n: version })
              : t('player-preview:version', { code, n: version })}
          </span>
        </span>
      </p>
      <div className={`flex gap-8 ${styles.tools}`}>
        <Places groups={groups} place={place} onGo={onGo} />
        <button
          type="button"
          className={styles.tool}
          disabled={onNextSection === undefined}
          onClick={onNextSection}
          aria-label={t('player-preview:nextSection')}
          title={t('player-preview:nextSection')}
        >
          <IconPlayerSkipForward size={20} aria-hidden />
          <span className="hidden">{t('player-preview:nextSection')}</span>
        </button>
        {onEndTime && (
          <button
            type="button"
            className={styles.tool}
            onClick={onEndTime}
            aria-label={t('player-preview:endTime')}
            title={t('player-preview:endTime')}
          >
            <IconHourglassOff size={20} aria-hidden />
            <span className="hidden">{t('player-preview:endTime')}</span>
          </button>
        )}
        <button type="button" className={styles.tool} lang={other} onClick={speak}>
          {other === 'tr' ? 'Türkçe' : 'English'}
        </button>
      </div>
      {lost && (
        <p className={`row wraps ${styles.lost}`} role="alert">
          <span>{t('player-preview:noWords')}</span>
          <button type="button" className={styles.tool} onClick={speak}>
            {t('player:failure.retry')}
          </button>
        </p>
      )}
      <a
        className={`ink ${controls.icon}`}
        href={versionPage(code, version)}
        aria-label={t('player-preview:leave')}
        title={t('player-preview:leave')}
      >
        <IconX aria-hidden />
      </a>
    </section>
  )
}

interface PlacesProps {
  groups: readonly PlaceGroup[]
  place: string
  onGo: (key: string) => void
}

/**
 * Every place there is. A press takes there at once. With the keyboard each arrow chooses another one, and a screen that
 * opened at every step would take the focus away: Enter goes there, or leaving the list; Escape stays.
 */
function Places({ groups, place, onGo }: PlacesProps) {
  const [wanted, setWanted] = useState<string>()
  const keyed = useRef(false)
  const known = groups.some(({ places }) => places.some(({ key }) => key === place))
  const go = () => {
    if (wanted === undefined) return
    setWanted(undefined)
    if (wanted !== place) onGo(wanted)
  }
  const press = (event: KeyboardEvent) => {
    keyed.current = event.key !== 'Tab'
    if (event.key === 'Escape') setWanted(undefined)
    if (event.key !== 'Enter' || wanted === undefined) return
    event.preventDefault()
    go()
  }
  return (
    <select
      className={`min-0 grow surface rounded touch-height ${styles.places}`}
      aria-label={t('player-preview:goTo')}
      value={wanted ?? (known ? place : '')}
      onPointerDown={() => {
        keyed.current = false
      }}
      onKeyDown={press}
      onBlur={go}
      onChange={({ currentTarget: { value } }) => {
        if (keyed.current) setWanted(value)
        else onGo(value)
      }}
    >
      {!known && <option value="">{t('player-preview:goTo')}</option>}
      {groups.map(({ label, places }) => (
        <optgroup key={label} label={label}>
          {places.map((each) => (
            <option key={each.key} value={each.key}>
              {each.label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
