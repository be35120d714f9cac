import type { LayoutType } from '../../themeSettings.ts'
import classes from './LayoutDrawing.module.css'

/** The places of the parts, in 72 by 48: `n` navigation, `a` its active entry, `h` header, `c` cards, `e` edges. */
const parts = {
  classic: [
    'n 0 0 18 48',
    'a 3 10 12 3',
    'e 3 16 12 2',
    'e 3 21 12 2',
    'h 18 0 54 8',
    'c 22 12 46 12',
    'c 22 28 28 16',
    'c 54 28 14 16',
  ],
  modern: ['a 3 10 12 3', 'e 3 16 12 2', 'e 3 21 12 2', 'l 22 13 46 1', 'o 22 18 46 8', 'o 22 30 46 14'],
  stackedSide: [
    't 0 0 8 48',
    'n 8 0 14 48',
    'a 10 10 10 3',
    'e 10 16 10 2',
    'h 22 0 50 8',
    'c 26 12 42 12',
    'c 26 28 42 16',
  ],
  simple: ['h 0 0 72 13', 'a 16 10 10 3', 'e 29 10 8 2', 'e 40 10 8 2', 'c 16 18 40 10', 'c 16 31 40 13'],
  decked: [
    'n 0 0 18 48',
    'a 3 10 12 3',
    'e 3 16 12 2',
    'd 22 8 46 36',
    'e 26 13 16 3',
    'e 26 20 38 2',
    'e 26 25 38 2',
  ],
  blank: ['c 6 6 60 14', 'c 6 24 36 18', 'c 46 24 20 18'],
} as const satisfies Record<LayoutType, readonly string[]>

/** Mirrored with the reading direction, as the layout itself is. */
export function LayoutDrawing({ type }: { type: LayoutType }) {
  return (
    <svg viewBox="0 0 72 48" className={`${classes.drawing} flip`} aria-hidden="true">
      {parts[type].map((part) => {
        const [kind = '', x, y, width, height] = part.split(' ')
        return (
          <rect
            key={part}
            className={classes[kind]}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={kind === 'd' ? 4 : 1}
          />
        )
      })}
    </svg>
  )
}
