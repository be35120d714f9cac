import { create } from 'zustand'

/** The overlays that are open. The theme panel is not among them: its state is kept with the theme. */
export const useOverlays = create(() => ({ menu: false, search: false, focusPanel: false }))

export const openMenu = () => useOverlays.setState({ menu: true })
export const closeMenu = () => useOverlays.setState({ menu: false })
export const openSearch = () => useOverlays.setState({ menu: false, search: true })
export const closeSearch = () => useOverlays.setState({ search: false })
