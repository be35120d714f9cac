import { keep, slice } from './slices.ts'

const name = 'terazi.theme'

/** The navigation of the application follows the mode, except in the layout whose navigation has no ground of its own. */
function keepMode(mode: 'light' | 'dark') {
  const state = slice(name)
  const { layout } = state
  const modern = typeof layout === 'object' && layout !== null && 'type' in layout && layout.type === 'modern'
  keep(name, { ...state, mode, navMode: modern ? 'transparent' : mode })
}

export function followMode(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-mode]')) return
    const root = document.documentElement
    const mode = root.classList.contains('dark') ? 'light' : 'dark'
    root.classList.remove('light', 'dark')
    root.classList.add(mode)
    keepMode(mode)
  })
}
