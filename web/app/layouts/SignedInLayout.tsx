import { type ComponentType, lazy, Suspense } from 'react'
import { type LayoutType, useThemeSettings } from '../themeSettings.ts'

const classic = lazy(async () => ({ default: (await import('./ClassicLayout.tsx')).ClassicLayout }))

/** The person's layout. Those without a frame of their own yet are drawn as classic. */
const frames: Record<LayoutType, ComponentType> = {
  classic,
  modern: classic,
  simple: classic,
  stackedSide: classic,
  decked: classic,
  blank: classic,
}

export function SignedInLayout() {
  const type = useThemeSettings((state) => state.layout.type)
  const Frame = frames[type] ?? classic
  return (
    <Suspense>
      <Frame />
    </Suspense>
  )
}
