import { IconEye, IconHourglassOff, IconPlayerSkipForward, IconX } from '@tabler/icons-react'
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
  const known = groups.some(({ places }) => places.some(({ key }) => key === place))
  return (
    <section className={styles.strip} aria-label={t('player:preview.title')}>
      <p className={styles.says}>
        <IconEye size={20} aria-hidden />
        <span>
          <b>{t('player:preview.nothing')}</b>{' '}
          <span className={styles.version}>
            {draft
              ? t('player:preview.draft', { code, n: version })
              : t('player:preview.version', { code, n: version })}
          </span>
        </span>
      </p>
      <div className={styles.tools}>
        <select
          className={styles.places}
          aria-label={t('player:preview.goTo')}
          value={known ? place : ''}
          onChange={(event) => onGo(event.currentTarget.value)}
        >
          {!known && <option value="">{t('player:preview.goTo')}</option>}
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
        <button
          type="button"
          className={styles.tool}
          disabled={onNextSection === undefined}
          onClick={onNextSection}
          aria-label={t('player:preview.nextSection')}
          title={t('player:preview.nextSection')}
        >
          <IconPlayerSkipForward size={20} aria-hidden />
          <span>{t('player:preview.nextSection')}</span>
        </button>
        {onEndTime && (
          <button
            type="button"
            className={styles.tool}
            onClick={onEndTime}
            aria-label={t('player:preview.endTime')}
            title={t('player:preview.endTime')}
          >
            <IconHourglassOff size={20} aria-hidden />
            <span>{t('player:preview.endTime')}</span>
          </button>
        )}
        <button type="button" className={styles.tool} lang={other} onClick={() => void setLocale(other)}>
          {other === 'tr' ? 'Türkçe' : 'English'}
        </button>
      </div>
      <a
        className={`${controls.icon} ${styles.leave}`}
        href={versionPage(code, version)}
        aria-label={t('player:preview.leave')}
        title={t('player:preview.leave')}
      >
        <IconX aria-hidden />
      </a>
    </section>
  )
}
