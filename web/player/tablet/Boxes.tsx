import { cx } from '../cx.ts'

interface BoxesProps {
  label: string
  typed: string
  /** The number of digits, and of digits in a group. */
  places: number
  group: number
  wrong?: boolean
  /** Shows that something was typed and not what. */
  secret?: boolean
}

/** Places for digits, in the paper's groups. */
export function Boxes({ label, typed, places, group, wrong = false, secret = false }: BoxesProps) {
  return (
    <div
      className={cx('row tab-boxes', places > 6 && 'tab-many', wrong && 'tab-err')}
      role="img"
      aria-label={`${label}: ${secret ? '' : [...typed].join(' ')}`}
      dir="ltr"
    >
      {Array.from({ length: places }, (_, at) => at).map((at) => (
        <span
          key={at}
          aria-hidden
          className={cx(at > 0 && at % group === 0 && 'tab-second', at === typed.length && 'tab-cur')}
        >
          {secret && typed[at] !== undefined ? '•' : typed[at]}
        </span>
      ))}
    </div>
  )
}
