import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import english from '../../../locales/en/device.json' with { type: 'json' }
import turkish from '../../../locales/tr/device.json' with { type: 'json' }
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { type Advice, adviceOf, deviceFacts } from '../device/check.ts'
import controls from '../parts/controls.module.css'
import { keepWords, t } from '../words.ts'
import styles from './pages.module.css'
import { WarmUp } from './WarmUp.tsx'

keepWords('device', { tr: turkish, en: english })

/**
 * Advice on what the person can do for their device before the time starts. It stops nobody: without storage answers still
 * go to the server at once, and without a connection no test starts anyway.
 */
export function DeviceAdvice({ assignment }: { assignment: OwnAssignment }) {
  const { id, serverTime } = assignment
  const [advice, setAdvice] = useState<Advice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the test in another language is the same
  useEffect(() => {
    let here = true
    deviceFacts({ id, serverTime }).then(
      (facts) => here && setAdvice(adviceOf(facts)),
      // Nothing is known: nothing is said.
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [id])
  return (
    <>
      <div role="status">
        {advice.length > 0 && (
          <div className={cx(controls.banner, controls.warn, styles.gapSmall)}>
            <IconAlertTriangle aria-hidden />
            <div>
              <b>{t('device:advice.title')}</b>
              {advice.map(({ about, count = 0 }) => (
                <p key={about}>{t(`device:advice.${about}`, { count })}</p>
              ))}
            </div>
          </div>
        )}
      </div>
      {assignment.startedAt === null && <WarmUp assignment={assignment} />}
    </>
  )
}
