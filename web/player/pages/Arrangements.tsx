import { IconClockPlus, IconCoffee } from '@tabler/icons-react'
import english from '../../../locales/en/arrangements.json' with { type: 'json' }
import turkish from '../../../locales/tr/arrangements.json' with { type: 'json' }
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { currentSession } from '../device/slices.ts'
import controls from '../parts/controls.module.css'
import { offlineToken } from '../tablet/offlineToken.ts'
import { keepWords, t } from '../words.ts'
import styles from './pages.module.css'

keepWords('arrangements', { tr: turkish, en: english })

const said = cx(controls.banner, controls.good, styles.gapSmall)

/** Shows a person's accommodations before their time starts. It has its own file because few people have any. */
export function Arrangements({ assignment: { accommodations, timed } }: { assignment: OwnAssignment }) {
  const { timePercent, breaks, breakMinutes } = accommodations
  // A break begins at the server, which a test that begins without a connection does not have.
  const mayRest = breaks > 0 && currentSession()?.token !== offlineToken
  const moreTime = timed && timePercent !== 100
  if (!mayRest && !moreTime) return null
  return (
    <section aria-label={t('arrangements:title')}>
      {moreTime && (
        <p className={said}>
          <IconClockPlus aria-hidden />
          <span>{t('arrangements:extraTime')}</span>
        </p>
      )}
      {mayRest && (
        <p className={said}>
          <IconCoffee aria-hidden />
          <span>
            {t('arrangements:breaks', { count: breaks, minutes: breakMinutes })}{' '}
            {timed && t('arrangements:stops')} {t('arrangements:how')}
          </span>
        </p>
      )}
    </section>
  )
}
