const menu = () => document.querySelector<HTMLDetailsElement>('details.menu[open]')

/** The menu is the browser's own; it also closes by Escape, by a press beside it, and by choosing something in it. */
export function followMenu(): void {
  document.addEventListener('keydown', ({ key }) => {
    const open = menu()
    if (key !== 'Escape' || !open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    const open = menu()
    if (!open || !(target instanceof Element)) return
    if (!open.contains(target) || target.closest('.sheet a')) open.open = false
  })
}
