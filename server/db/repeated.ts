// Somebody else took the same place at the same moment; the second look finds it taken.
const collided = (error: unknown) => /^(23505|40P01|40001)$/.test(String(Object(error).code))

/** Runs a transaction again when it met another one on its way. */
export async function repeated<Answer>(
  run: () => Promise<Answer>,
  again: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === 5 || !(collided(error) || again(error))) throw error
    }
  }
}
