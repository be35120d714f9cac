import { dayCodeLength } from '#contract/dayCode.ts'
import { cx } from '../cx.ts'

const places = Array.from({ length: dayCodeLength }, (_, at) => at)

interface BoxesProps {
  label: string
  typed: string
  wrong?: boolean
  /** Shows that something was typed and not what. */
  secret?: boolean
}

/** Six places for digits, in the paper's two groups. */
export function Boxes({ label, typed, wrong = false, secret = false }: BoxesProps) {
  return (
    <div
      className={cx('tab-boxes', wrong && 'tab-err')}
      role="img"
      aria-label={`${label}: ${secret ? '' : [...typed].join(' ')}`}
      dir="ltr"
    >
      {places.map((at) => (
        <span key={at} aria-hidden className={cx(at === 3 && 'tab-second', at === typed.length && 'tab-cur')}>
          {secret && typed[at] !== undefined ? '•' : typed[at]}
        </span>
      ))}
    </div>
  )
}
