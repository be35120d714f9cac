/**
 * Runs a piece of work for each item on its own: one that fails does not keep the others from being done.
 * @returns how many were done
 * @throws AggregateError of everything that failed, after all were tried
 */
export async function isolated<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await run(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${items.length} failed: ${String(failures[0])}`)
  }
  return items.length
}
