import { IconInfoCircle } from '@tabler/icons-react'
import type { KeptAnswer } from '../attempt/model.ts'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import controls from './controls.module.css'

/** Why the server will not take an answer; nothing where it will. */
export function Refusal({
  kept,
  className,
}: {
  kept: KeptAnswer | undefined
  className: string | undefined
}) {
  if (kept?.state !== 'refused') return null
  return (
    <p className={cx(controls.banner, controls.warn, className)} role="alert">
      <IconInfoCircle aria-hidden />
      {kept.refusal ? `${kept.refusal} ` : null}
      {t('player:problem.refused')}
    </p>
  )
}
