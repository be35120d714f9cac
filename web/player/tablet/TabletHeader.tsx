import { IconLock } from '@tabler/icons-react'
import { Languages, Logo } from '../parts/Header.tsx'
import { t } from '../words.ts'
import { dayStateNow } from './clock.ts'
import { change, useTabletState } from './state.ts'

/** The header of every page on a tablet: where it is, and no way out of the day. */
export function TabletHeader() {
  const { tablet, person, finished, locked } = useTabletState()
  const open = tablet?.verifier !== undefined && (person !== undefined || dayStateNow() === 'open')
  const place = tablet
    ? [tablet.day.client, tablet.day.place, tablet.day.tablet.room, tablet.day.tablet.name]
    : []
  return (
    <div className="row wraps surface tab-top">
      <span className="inline-row gap-8 bold tab-brand">
        <Logo />
        Terazi
      </span>
      <span className="muted breakable tab-meta">{place.filter((part) => part !== '').join(' · ')}</span>
      <span className="inline-row push-end gap-8">
        {open && !finished && !locked && (
          <button
            type="button"
            className="centered rounded no-padding bare pointer touch-height tab-supervisor"
            aria-label={t('tablet:supervisor.open')}
            title={t('tablet:supervisor.open')}
            onClick={() => change({ supervising: true })}
          >
            <IconLock aria-hidden />
          </button>
        )}
        {!finished && <Languages />}
      </span>
    </div>
  )
}
