import { z } from 'zod'
import { ApiError } from '../../../app/apiError.ts'

const waiting = z.object({
  count: z.number().int(),
  people: z.array(z.object({ userId: z.string(), name: z.string(), inventories: z.array(z.string()) })),
})

const cooling = z.object({
  count: z.number().int(),
  people: z.array(
    z.object({ name: z.string(), inventories: z.array(z.string()), availableFrom: z.string() }),
  ),
})

/** Returns the people who took a test too recently, if a call was refused for that. */
export function coolingDown(error: Error): z.infer<typeof cooling> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'cooling_down') return undefined
  return cooling.safeParse(error.problem).data
}

/** Returns the people who already have a test pending, if a call was refused for that. */
export function alreadyAssigned(error: Error): z.infer<typeof waiting> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'already_assigned') return undefined
  return waiting.safeParse(error.problem).data
}
