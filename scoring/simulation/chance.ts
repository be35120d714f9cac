/** A stream of numbers in [0, 1), fixed by its seed. Everything random in a simulation is drawn from one of these. */
export type Chance = () => number

/**
 * A repeatable stream (mulberry32): one seed, one world. 32 bits of state are
 * plenty for the some million draws of a simulation, and it is ten times as fast as the 64-bit stream that shuffles forms.
 * @param seed a whole number, of which the lowest 32 bits count
 */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A normally distributed number, mean 0 and standard deviation 1 (Box and Muller 1958). */
export function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/** One of a list, each as likely as the other. @throws for an empty list */
export function oneOf<T>(list: readonly T[], chance: Chance): T {
  const chosen = list[Math.floor(chance() * list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
