/** As a `ref`: what has just been added below the visible part of a panel is scrolled to. */
export const scrollInto = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' })
