import { IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import controls from './controls.module.css'

interface InstructionsProps {
  section: { instructions: string; image?: string | undefined; timeLimitSeconds?: number | undefined }
  className?: string | undefined
}

/** A section's instructions, with a drawing for people who read little. */
export function Instructions({ section, className }: InstructionsProps) {
  const Icon = section.timeLimitSeconds === undefined ? IconInfoCircle : IconHourglass
  return (
    <div className={cx(controls.banner, className)}>
      {section.image === undefined ? (
        <Icon aria-hidden />
      ) : (
        <img src={section.image} alt="" width="56" height="56" />
      )}
      <p>{section.instructions}</p>
    </div>
  )
}
