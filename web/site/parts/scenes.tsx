import type { ReactNode } from 'react'

/** Larger drawings of ours for the beginnings of pages. They hold no words, so that both languages share them. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 360 260" width="360" height="260" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Two people, one pair of scales, at rest: the same weight for both. */
export function EvenScales() {
  return (
    <Scene>
      <path d="M84 34H276M180 34V236M140 236H220" className="d-accent" />
      <circle cx="180" cy="34" r="8" className="d-accent d-surface" />
      <path d="M84 38L34 128M84 38L134 128M276 38L226 128M276 38L326 128" />
      <path d="M26 130H142a58 40 0 0 1-116 0ZM218 130H334a58 40 0 0 1-116 0Z" className="d-soft" />
      <circle cx="84" cy="92" r="14" className="d-surface" />
      <path d="M60 128c0-14 10-22 24-22s24 8 24 22" className="d-surface" />
      <circle cx="276" cy="92" r="14" className="d-surface" />
      <path d="M252 128c0-14 10-22 24-22s24 8 24 22" className="d-surface" />
      <path d="M266 90c4-12 16-12 20 0" />
    </Scene>
  )
}

/** A profile: bars of the scales with the group's mark on each. */
export function ProfileScene() {
  const bars = [150, 196, 124, 170, 104, 184]
  return (
    <Scene>
      <rect x="40" y="20" width="280" height="220" rx="14" className="d-surface" />
      {bars.map((width, row) => (
        <g key={width} transform={`translate(64 ${48 + row * 31})`}>
          <rect width="232" height="12" rx="6" className="d-bare d-track" />
          <rect width={width} height="12" rx="6" className="d-bare d-value" />
          <path d={`M${[132, 160, 140, 150, 128, 158][row]} -5V17`} className="d-mark" />
        </g>
      ))}
    </Scene>
  )
}

/** A list on a desk, a phone beside it, and a line between them. */
export function ServiceScene() {
  return (
    <Scene>
      <rect x="24" y="34" width="206" height="150" rx="12" className="d-surface" />
      <path d="M24 66H230M24 95H230M24 124H230M24 153H230M70 66V184" className="d-edge" />
      <path d="M36 50H112M84 81H160M84 110H176M84 139H150M84 168H168" />
      {[81, 110, 139].map((y) => (
        <path key={y} d={`M40 ${y}l5 5l9 -10`} className="d-accent" />
      ))}
      <path d="M88 184V214M166 184V214M60 214H194" />
      <rect x="252" y="72" width="88" height="164" rx="16" className="d-surface" />
      <path d="M284 86H308" />
      <rect x="266" y="104" width="60" height="34" rx="6" className="d-soft d-bare" />
      <path d="M266 154H326M266 168H306" className="d-edge" />
      <rect x="266" y="186" width="60" height="26" rx="7" className="d-accent d-soft" />
      <path d="M230 52C268 52 292 52 296 70" className="d-accent d-dash" />
    </Scene>
  )
}

/** A letter on its way. */
export function LetterScene() {
  return (
    <Scene>
      <path d="M20 92H64M8 130H60M28 168H68" className="d-edge" />
      <rect x="92" y="58" width="228" height="150" rx="14" className="d-surface" />
      <path d="M96 68L206 148L316 68" />
      <path d="M96 200L166 126M316 200L246 126" className="d-edge" />
      <circle cx="310" cy="62" r="26" className="d-accent d-soft" />
      <path d="M298 62l8 8l15 -17" className="d-accent" />
    </Scene>
  )
}

/** Steps of a ladder, one for each level. */
export function LevelScene() {
  return (
    <svg className="drawing" viewBox="0 0 360 150" width="360" height="150" aria-hidden="true">
      {['A1', 'A2', 'B1', 'B2', 'C1', 'C1 plus'].map((level, at) => (
        <g key={level}>
          <rect
            x={8 + at * 58}
            y={110 - at * 18}
            width="52"
            height={32 + at * 18}
            rx="6"
            className={at === 3 ? 'd-accent d-soft' : 'd-surface'}
          />
          <text x={34 + at * 58} y={132 - at * 18}>
            {level}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** A set of figures in which one is missing. */
export function MatrixScene() {
  const cells = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return (
    <svg className="drawing" viewBox="0 0 150 150" width="150" height="150" aria-hidden="true">
      {cells.map((cell) => {
        const [x, y] = [6 + (cell % 3) * 48, 6 + Math.floor(cell / 3) * 48]
        const last = cell === 8
        return (
          <g key={cell} transform={`translate(${x} ${y})`}>
            <rect width="42" height="42" rx="6" className={last ? 'd-accent d-soft' : 'd-surface'} />
            {last ? (
              <text x="21" y="26" className="d-asked">
                ?
              </text>
            ) : (
              <path d="M12 30L21 12L30 30Z" transform={`rotate(${cell * 45} 21 21)`} />
            )}
          </g>
        )
      })}
    </svg>
  )
}
