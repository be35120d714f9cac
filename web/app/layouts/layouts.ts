import type { ComponentType } from 'react'
import type { LayoutType, NavMode } from '../themeSettings.ts'
import { Corner } from './Corner.tsx'
import { SideNav } from './SideNav.tsx'
import { SplitNav } from './SplitNav.tsx'

interface Layout {
  /** What is beside the page. */
  Side?: ComponentType<{ navMode?: NavMode | undefined }>
  /** The colours of its navigation with any theme. */
  navMode?: NavMode
  /** The logo is in the header, and the navigation's entries are tabs under it. */
  tabs?: true
  /** Bordered cards with any theme. */
  bordered?: true
}

/** The parts around the page in each layout. Its measures and grounds are in frame.module.css. */
export const layouts: Readonly<Record<LayoutType, Layout>> = {
  classic: { Side: SideNav },
  modern: { Side: SideNav, navMode: 'transparent', bordered: true },
  stackedSide: { Side: SplitNav },
  simple: { tabs: true },
  decked: { Side: SideNav },
  blank: { Side: Corner },
}
