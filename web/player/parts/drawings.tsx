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
      d="M153 76h28a13 13 0 0 0 2-25.800a18 18 0 0 0-34.500-2.200A14 14 0 0 0 153 76Z"
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

const pictograms: ReactNode[] = [
  <g key="read">
    <path
      d="M14 12a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v22M14 12v44a4 4 0 0 0 4 4h14M23 20h18M23 29h18M23 38h9"
      {...line}
    />
    <circle cx="46" cy="45" r="12" {...accent} />
    <path d="M55 54l9 9" {...line} stroke="var(--primary-text)" strokeWidth="5" />
  </g>,
  <g key="blank">
    <rect x="9" y="8" width="54" height="56" rx="6" {...line} />
    {[20, 36, 52].map((y) => (
      <g key={y}>
        <circle cx="22" cy={y} r="6" fill="var(--primary-text)" />
        <path d={`M34 ${y}h19`} {...line} />
      </g>
    ))}
  </g>,
  <g key="today">
    <rect x="8" y="14" width="56" height="48" rx="6" {...line} />
    <path d="M8 28h56M22 8v11M50 8v11" {...line} />
    <rect x="28" y="36" width="16" height="16" rx="4" fill="var(--primary-text)" />
    <path d="M18 40v.01M18 50v.01M54 40v.01M54 50v.01" {...line} strokeWidth="5" />
  </g>,
  <g key="honest">
    <path d="M10 18h52M36 18v42M26 61h20" {...line} />
    <path d="M17 18l-9 20M17 18l9 20M55 18l-9 20M55 18l9 20" {...line} strokeWidth="2.5" />
    <path d="M6 38h22a11 11 0 0 1-22 0ZM44 38h22a11 11 0 0 1-22 0Z" {...accent} />
  </g>,
]

/** The picture beside the n-th pre-test line, so that the four rules are understood without reading. */
export const Pictogram = ({ index }: { index: number }) => (
  <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
    {pictograms[index % pictograms.length]}
  </svg>
)
