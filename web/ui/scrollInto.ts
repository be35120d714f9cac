/** A `ref` that scrolls to a part just added below the visible end of a panel. */
export const scrollInto = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' })
