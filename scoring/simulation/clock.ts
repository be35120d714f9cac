import type { Definition } from '#scoring/definition/definition.ts'

/** The clocks of one attempt, in milliseconds: the whole test's, and those of the sections that have one. */
export class AttemptClock {
  readonly #definition: Definition
  readonly #ended = new Set<string>()
  readonly #inSection = new Map<string, number>()
  #spent = 0

  constructor(definition: Definition) {
    this.#definition = definition
  }

  /** True when an answer that takes so long still comes in time. One that does not uses up what was left. */
  spend(section: string, millis: number): boolean {
    if (this.#ended.has(section)) return false
    const inSection = this.#inSection.get(section) ?? 0
    const leftInSection = this.#limitOf(section) - inSection
    const left = (this.#definition.timeLimitSeconds ?? Number.POSITIVE_INFINITY) * 1000 - this.#spent
    const took = Math.min(millis, leftInSection, left)
    this.#spent += took
    this.#inSection.set(section, inSection + took)
    if (took === millis) return true
    this.#ended.add(section)
    if (took === left) for (const { id } of this.#definition.sections) this.#ended.add(id)
    return false
  }

  /** Sections whose time, or the whole test's, is over. */
  get ended(): string[] {
    return [...this.#ended]
  }

  /** Milliseconds since the start. */
  get spent(): number {
    return this.#spent
  }

  #limitOf(section: string): number {
    const found = this.#definition.sections.find(({ id }) => id === section)
    return (found?.timeLimitSeconds ?? Number.POSITIVE_INFINITY) * 1000
  }
}
