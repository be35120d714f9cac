import type { ReactNode } from 'react'
import styles from './controls.module.css'

const line = {
  fill: 'none',
  stroke: 'var(--fig)',
  strokeWidth: 3,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const accent = { ...line, stroke: 'var(--primary-text)', fill: 'var(--fig-fill)' } as const

/** Our own line drawings: they take their colours from the tokens, so one serves light, dark and high contrast. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <div className={styles.drawing}>
      <svg viewBox="0 0 200 132" aria-hidden="true">
        <path d="M14 118h172" stroke="var(--border-strong)" strokeWidth="3" strokeLinecap="round" />
        {children}
      </svg>
    </div>
  )
}

const Phone = ({ x }: { x: number }) => (
  <g transform={`translate(${x})`}>
    <rect x="0" y="8" width="68" height="110" rx="10" {...line} fill="var(--surface)" />
    <path d="M26 16h16" {...line} />
    {[28, 46, 64].map((y) => (
      <rect key={y} x="10" y={y} width="48" height="12" rx="4" fill="var(--fig-fill)" />
    ))}
  </g>
)

export const PhoneDone = () => (
  <Drawing>
    <Phone x={66} />
    <circle cx="128" cy="92" r="24" fill="var(--green-soft)" stroke="var(--green-text)" strokeWidth="3" />
    <path d="M117 93l8 8 14-16" {...line} stroke="var(--green-text)" strokeWidth="4" />
  </Drawing>
)

export const PhoneWaiting = () => (
  <Drawing>
    <Phone x={34} />
    <path d="M111 60h20" {...line} stroke="var(--amber-text)" strokeWidth="4" strokeDasharray="0.1 8" />
    <path
      d="M153 76h28a13 13 0 0 0 2-25.8a18 18 0 0 0-34.5-2.2A14 14 0 0 0 153 76Z"
      {...line}
      fill="var(--amber-soft)"
      stroke="var(--amber-text)"
    />
  </Drawing>
)

export const CalendarOver = () => (
  <Drawing>
    <rect x="56" y="22" width="88" height="82" rx="10" {...line} fill="var(--surface)" />
    <path d="M56 46h88M78 14v16M122 14v16" {...line} />
    <path d="M84 64l32 28M116 64l-32 28" {...line} stroke="var(--border-strong)" strokeWidth="5" />
    <circle cx="146" cy="92" r="23" {...accent} />
    <path d="M146 79v14l9 6" {...line} stroke="var(--primary-text)" strokeWidth="4" />
  </Drawing>
)

export const EmptyScales = () => (
  <Drawing>
    <path d="M100 24v92M80 117h40M52 30h96" {...line} strokeWidth="4" />
    <path d="M52 30L34 70M52 30l18 40M148 30l-18 40M148 30l18 40" {...line} strokeWidth="2.5" />
    <path d="M30 70h44a22 20 0 0 1-44 0ZM126 70h44a22 20 0 0 1-44 0Z" {...accent} />
    <circle cx="100" cy="24" r="7" {...line} fill="var(--surface)" />
  </Drawing>
)

const hand = { ...line, stroke: 'var(--primary-text)', strokeWidth: 4 } as const

const sheet = (
  <>
    <rect x="9" y="8" width="54" height="56" rx="6" {...line} />
    {[20, 36, 52].map((y) => (
      <g key={y}>
        <circle cx="22" cy={y} r="6" fill="var(--primary-text)" />
        <path d={`M34 ${y}h19`} {...line} />
      </g>
    ))}
  </>
)

/** Pictures of pre-test lines, by the line's id, for people who read little. */
const pictograms: Readonly<Record<string, ReactNode>> = {
  read_carefully: (
    <>
      <path
        d="M14 12a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v22M14 12v44a4 4 0 0 0 4 4h14M23 20h18M23 29h18M23 38h9"
        {...line}
      />
      <circle cx="46" cy="45" r="12" {...accent} />
      <path d="M55 54l9 9" {...hand} strokeWidth="5" />
    </>
  ),
  no_blanks: sheet,
  answer_all: sheet,
  may_leave_blank: (
    <>
      <rect x="9" y="8" width="54" height="56" rx="6" {...line} />
      <circle cx="22" cy="36" r="6" {...line} />
      <path d="M34 36h19" {...line} />
    </>
  ),
  current_situation: (
    <>
      <rect x="8" y="14" width="56" height="48" rx="6" {...line} />
      <path d="M8 28h56M22 8v11M50 8v11" {...line} />
      <rect x="28" y="36" width="16" height="16" rx="4" fill="var(--primary-text)" />
      <path d="M18 40v.01M18 50v.01M54 40v.01M54 50v.01" {...line} strokeWidth="5" />
    </>
  ),
  no_right_answer: (
    <>
      <path d="M10 18h52M36 18v42M26 61h20" {...line} />
      <path d="M17 18l-9 20M17 18l9 20M55 18l-9 20M55 18l9 20" {...line} strokeWidth="2.5" />
      <path d="M6 38h22a11 11 0 0 1-22 0ZM44 38h22a11 11 0 0 1-22 0Z" {...accent} />
    </>
  ),
  time_limit: (
    <>
      <circle cx="36" cy="36" r="27" {...line} fill="var(--fig-fill)" />
      <path d="M36 14v.01M36 58v.01M14 36h.01M58 36h.01" {...line} strokeWidth="5" />
      <path d="M36 21v15l10 8" {...hand} />
    </>
  ),
  short_part: (
    <>
      <path d="M18 8h36M18 64h36" {...line} />
      <path d="M23 8v9c0 10 13 12 13 19S23 45 23 55v9M49 8v9c0 10-13 12-13 19s13 9 13 19v9" {...line} />
      <path
        d="M28 22h16c-2 5-8 7-8 11 0-4-6-6-8-11ZM27 60c1-8 9-8 9-14 0 6 8 6 9 14Z"
        fill="var(--primary-text)"
      />
    </>
  ),
  clock_goes_on: (
    <>
      <path d="M31 58H14a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5h44a5 5 0 0 1 5 5v15M9 23h54" {...line} />
      <path d="M17 32l10 10M27 32L17 42" {...line} />
      <circle cx="49" cy="49" r="15" {...accent} />
      <path d="M49 40v9l6 4" {...hand} />
    </>
  ),
  paper: (
    <>
      <path
        d="M52 14a5 5 0 0 0-5-5H17a5 5 0 0 0-5 5v44a5 5 0 0 0 5 5h30a5 5 0 0 0 5-5V52M21 21h22M21 32h14"
        {...line}
      />
      <path d="M33 53l3-10 22-22a4.900 4.900 0 0 1 7 7L43 50Z" {...accent} />
    </>
  ),
  own_knowledge: (
    <>
      <path
        d="M36 8a20 20 0 0 0-12 36c3 2.500 4 4.500 4 8h16c0-3.500 1-5.500 4-8A20 20 0 0 0 36 8Z"
        {...accent}
      />
      <path d="M28 58h16M32 64h8M36 52V38M30 33l6 5 6-5" {...line} />
    </>
  ),
}

/** The picture for a line that only an imported test has. */
const otherLine = (
  <>
    <circle cx="36" cy="36" r="27" {...line} />
    <path d="M36 33v17" {...hand} strokeWidth="5" />
    <path d="M36 22v.01" {...hand} strokeWidth="7" />
  </>
)

/** The picture beside a pre-test line, so that the rules are understood without reading. */
export const Pictogram = ({ line: id }: { line: string }) => (
  <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
    {Object.hasOwn(pictograms, id) ? pictograms[id] : otherLine}
  </svg>
)
