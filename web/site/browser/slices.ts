/** A slice that the application keeps on this device, without its state library; empty when there is none. */
export function slice(name: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('state' in stored)) return {}
    return typeof stored.state === 'object' && stored.state !== null ? { ...stored.state } : {}
  } catch {
    // Storage that is denied or damaged has nothing to read.
    return {}
  }
}

export function keep(name: string, state: Record<string, unknown>): void {
  try {
    localStorage.setItem(name, JSON.stringify({ state, version: 0 }))
  } catch {
    // Denied storage: the choice lasts until the page is left.
  }
}
