import type { ReactNode } from 'react'
import { useWords } from '../words.ts'

/** Line drawings of ours; they take their colours from the tokens by the classes of drawings.css. */
function Drawing({ box, children }: { box: string; children: ReactNode }) {
  const [, , width, height] = box.split(' ')
  return (
    <svg className="drawing" viewBox={box} width={width} height={height} aria-hidden="true">
      {children}
    </svg>
  )
}

/** Two pans at rest: nothing to weigh. */
export function EmptyScales() {
  return (
    <Drawing box="0 0 120 84">
      <path d="M28 18H92M60 18V72M46 72H74" className="d-accent" />
      <path d="M28 18L14 48M28 18L42 48M92 18L78 48M92 18L106 48" />
      <path d="M12 48H44a16 12 0 0 1-32 0ZM76 48H108a16 12 0 0 1-32 0Z" className="d-surface" />
    </Drawing>
  )
}

/** Three boxes: the figure of the sample item. */
export function Boxes() {
  return (
    <Drawing box="0 0 190 62">
      {[4, 69, 134].map((left) => (
        <g key={left} transform={`translate(${left} 2)`}>
          <path d="M0 14L26 4L52 14V44L26 54L0 44Z" className="d-amber" />
          <path d="M0 14L26 24L52 14M26 24V54M13 9L39 19V29" />
        </g>
      ))}
    </Drawing>
  )
}

/** A table of two days with one figure missing. */
export function TableFigure() {
  const { t } = useWords()
  const rows = [
    { y: 41, name: t('publicHome:figure.crate'), first: '12', second: '18' },
    { y: 63, name: t('publicHome:figure.box'), first: '48', second: '72' },
    { y: 85, name: t('publicHome:figure.waste'), first: '4', second: '' },
  ]
  return (
    <Drawing box="0 0 168 92">
      <rect x="1" y="1" width="166" height="90" rx="8" className="d-surface d-edge" />
      <path d="M1 25H167M57 1V91M112 1V91M1 47H167M1 69H167" className="d-edge d-thin" />
      <text x="84" y="18" className="d-small">
        {t('publicHome:figure.monday')}
      </text>
      <text x="140" y="18" className="d-small">
        {t('publicHome:figure.tuesday')}
      </text>
      {rows.map(({ y, name, first, second }) => (
        <g key={y}>
          <text x="10" y={y} className="d-start">
            {name}
          </text>
          <text x="84" y={y}>
            {first}
          </text>
          <text x="140" y={y} className={second ? undefined : 'd-asked'}>
            {second || '?'}
          </text>
        </g>
      ))}
    </Drawing>
  )
}

/** Four dials, of which one turns the other way. */
export function OddOneFigure() {
  return (
    <Drawing box="0 0 176 80">
      {[4, 48, 92, 136].map((left) => (
        <g key={left} transform={`translate(${left} 22)`}>
          {left === 92 ? (
            <rect x="-4" y="-8" width="44" height="52" rx="8" className="d-accent d-soft" />
          ) : null}
          <circle cx="18" cy="18" r="13" className="d-surface" />
          <path d={left === 92 ? 'M18 5V18H5' : 'M18 5V18H31'} />
          <circle cx="18" cy="18" r="2.5" className="d-ink" />
        </g>
      ))}
    </Drawing>
  )
}

/** Three tasks along the hours of a shift. */
export function ShiftFigure() {
  return (
    <Drawing box="0 0 180 84">
      <path d="M10 66H170M14 62V70M54 62V70M94 62V70M134 62V70" className="d-edge" />
      {['08', '10', '12', '14'].map((hour, at) => (
        <text key={hour} x={14 + at * 40} y="83" className="d-small">
          {hour}
        </text>
      ))}
      <rect x="14" y="8" width="52" height="18" rx="5" className="d-surface" />
      <rect x="58" y="32" width="64" height="18" rx="5" className="d-accent d-soft" />
      <rect x="126" y="8" width="38" height="18" rx="5" className="d-surface" />
    </Drawing>
  )
}

/** A question and its answer. */
export function TalkFigure() {
  return (
    <Drawing box="0 0 172 84">
      <path
        d="M12 4H84A8 8 0 0 1 92 12V34A8 8 0 0 1 84 42H32L20 52V42H12A8 8 0 0 1 4 34V12A8 8 0 0 1 12 4Z"
        className="d-surface"
      />
      <path d="M18 17H76M18 29H58" />
      <path
        d="M96 34H160A8 8 0 0 1 168 42V62A8 8 0 0 1 160 70H152V80L140 70H96A8 8 0 0 1 88 62V42A8 8 0 0 1 96 34Z"
        className="d-accent d-soft"
      />
      <path d="M104 52L112 60L124 46M134 52H152" className="d-accent" />
    </Drawing>
  )
}
