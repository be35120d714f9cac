import type { LayoutParts } from '../layoutParts.ts'
import { SideNav } from '../SideNav.tsx'
import { TopBar } from '../TopBar.tsx'

/** White navigation with an edge, grey ground, ring cards. */
export const classic: LayoutParts = { type: 'classic', root: undefined, Side: SideNav, Top: TopBar }
