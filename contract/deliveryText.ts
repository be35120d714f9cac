const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The text that a delivery's proof is made of: its JSON with sorted keys, without the proof itself. */
export const deliveryText = (body: object): string => JSON.stringify({ ...body, proof: undefined }, sorted)
