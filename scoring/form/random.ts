const MASK = (1n << 64n) - 1n

/**
 * An endless stream of 64-bit numbers fixed by its seed: FNV-1a of the seed's UTF-8 starts SplitMix64
 * (Steele, Lea and Flood 2014). Chosen for being tiny and the same on every platform, not for secrecy.
 */
export function* randomStream(seed: string): Generator<bigint, never> {
  let state = fnv1a(seed)
  while (true) {
    state = (state + 0x9e3779b97f4a7c15n) & MASK
    let mixed = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK
    yield mixed ^ (mixed >> 31n)
  }
}

/** A copy in an order fixed by the seed (Fisher-Yates). */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  const random = randomStream(seed)
  const rest = [...list]
  const result: T[] = []
  while (rest.length > 0) {
    // The bias of the remainder is below 2^-50 for any list a test can hold.
    for (const one of rest.splice(Number(random.next().value % BigInt(rest.length)), 1)) result.push(one)
  }
  return result
}

function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK
  return hash
}
