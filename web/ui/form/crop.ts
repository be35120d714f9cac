/** Which square of a picture is shown: its middle in the picture's own pixels, and how near. */
export interface Crop {
  readonly x: number
  readonly y: number
  /** 1 shows as much as fits a square, 4 a quarter of its side. */
  readonly zoom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const maxZoom = 4

/** The whole height or width of a picture, from its middle. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The side of the square that is shown, in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

const between = (low: number, value: number, high: number) => Math.min(Math.max(low, value), high)

/** The same crop within the picture: nothing beside it is ever shown. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, maxZoom)
  const half = sideOf(size, { ...crop, zoom }) / 2
  return {
    x: between(half, crop.x, size.width - half),
    y: between(half, crop.y, size.height - half),
    zoom,
  }
}
