import type { ComponentType } from 'react'
import type { LayoutType } from '../themeSettings.ts'

/** What makes a layout: parts around the page, and classes. The page itself stays where it is when they change. */
export interface LayoutParts {
  type: LayoutType
  root?: string | undefined
  /** On the main part. */
  page?: string | undefined
  /** Bordered cards with any theme. */
  bordered?: true
  Side?: ComponentType
  Top: ComponentType
}
