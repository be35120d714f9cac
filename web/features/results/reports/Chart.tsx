import { px, type Shape } from '#report/drawing.ts'
import type { Picture } from '#report/view.ts'
import classes from './chart.module.css'

type Across = (x: number) => string | number

function Mark({ shape, across }: { shape: Shape; across: Across }) {
  switch (shape.kind) {
    case 'rect':
      return (
        <rect
          data-role={shape.role}
          x={across(shape.x)}
          y={shape.y}
          width={across(shape.width)}
          height={shape.height}
          rx={shape.radius}
        />
      )
    case 'line':
      return (
        <line
          data-role={shape.role}
          x1={across(shape.x1)}
          y1={shape.y1}
          x2={across(shape.x2)}
          y2={shape.y2}
        />
      )
    case 'circle':
      return <circle data-role={shape.role} cx={across(shape.cx)} cy={shape.cy} r={shape.r} />
    case 'polyline': {
      const points = shape.points.map((point) => point.join(',')).join(' ')
      return shape.closed ? (
        <polygon data-role={shape.role} points={points} />
      ) : (
        <polyline data-role={shape.role} points={points} />
      )
    }
    case 'text':
      return (
        <text data-role={shape.role} x={across(shape.x)} y={shape.y} textAnchor={shape.anchor}>
          {shape.text}
        </text>
      )
  }
}

/** A drawing of report/ as SVG, as wide as its place. A fluid one keeps its height, another its proportions. */
export function Chart({ picture }: { picture: Picture }) {
  const { drawing, alt } = picture
  const { width, height, fluid, shapes } = drawing
  const across: Across = fluid ? (x) => `${px((100 * x) / width)}%` : (x) => x
  return (
    <svg
      className={`block ${classes.chart}`}
      role="img"
      aria-label={alt}
      width="100%"
      {...(fluid ? { height } : { viewBox: `0 0 ${width} ${height}` })}
    >
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is replaced as a whole; its shapes have no identity.
        <Mark key={index} shape={shape} across={across} />
      ))}
    </svg>
  )
}
