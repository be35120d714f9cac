/** A QR code's dark modules, row by row, as `qrcode` gives them. */
interface Modules {
  readonly size: number
  readonly data: ArrayLike<number | boolean>
}

/** The empty edge that scanners need, in modules. */
export const quietZone = 4

/** The dark modules as one SVG path of horizontal bars, one unit a module, inside the quiet zone. */
export function qrPath({ size, data }: Modules): string {
  const bars: string[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (x < size && data[y * size + x]) x += 1
      if (x > start) bars.push(`M${start + quietZone} ${y + quietZone}h${x - start}v1h${start - x}z`)
    }
  }
  return bars.join('')
}
