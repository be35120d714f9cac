// The limit equals the server's for a tablet; a reload does not reset it.
const key = 'terazi.codeTries'
const [most, withinMs] = [10, 15 * 60_000]

/** When codes were tried that the tablet does not know, by the device's date. */
function readTries(now: number): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const moments = Array.isArray(kept) ? kept.filter((one) => typeof one === 'number') : []
    // A date that was set back must not make the wait longer.
    return moments.filter((moment) => moment <= now && now - moment < withinMs)
  } catch {
    return []
  }
}

/** The time in milliseconds during which the tablet takes no code without the server. */
export function triesPause(now = Date.now()): number {
  const first = readTries(now).at(-most)
  return first === undefined ? 0 : first + withinMs - now
}

export function countWrongTry(now = Date.now()): void {
  localStorage.setItem(key, JSON.stringify([...readTries(now), now]))
}
