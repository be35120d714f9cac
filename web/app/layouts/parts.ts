import { useEffect, useReducer, useRef, useState } from 'react'
import type { LayoutType } from '../themeSettings.ts'
import type { LayoutParts } from './layoutParts.ts'

const loaders: Record<LayoutType, () => Promise<LayoutParts>> = {
  classic: async () => (await import('./frames/classic.ts')).classic,
  modern: async () => (await import('./frames/modern.tsx')).modern,
  stackedSide: async () => (await import('./frames/stackedSide.ts')).stackedSide,
  simple: async () => (await import('./frames/simple.tsx')).simple,
  decked: async () => (await import('./frames/decked.ts')).decked,
  blank: async () => (await import('./frames/blank.tsx')).blank,
}

const ready = new Map<LayoutType, LayoutParts>()

export async function loadLayout(type: LayoutType): Promise<void> {
  if (!ready.has(type)) ready.set(type, await loaders[type]())
}

/** The parts of a layout; while they are on their way, those that were shown before. */
export function useLayoutParts(type: LayoutType): LayoutParts | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failure, setFailure] = useState<Error>()
  const last = useRef<LayoutParts | undefined>(undefined)
  useEffect(() => {
    if (!ready.has(type)) loadLayout(type).then(redraw, setFailure)
  }, [type])
  if (failure) throw failure
  last.current = ready.get(type) ?? last.current
  return last.current
}
