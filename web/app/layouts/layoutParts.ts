import type { ComponentType } from 'react'
import type { LayoutType } from '../themeSettings.ts'

/** The parts around the page and the classes that make a layout. The page itself stays where it is when they change. */
export interface LayoutParts {
  type: LayoutType
  root?: string | undefined
  /** The class of the main part. */
  page?: string | undefined
  /** Bordered cards with any theme. */
  bordered?: true
  Side?: ComponentType
  Top: ComponentType
}
