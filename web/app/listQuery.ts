import { z } from 'zod'
import { scoreFilters } from '#contract/scores.ts'

interface Asked {
  page: number
  pageSize: number
  search: string
  ordering: string
}

/** The page of a list that the address asks for; an order that the list does not know is left out. */
export function pageOf<Ordering>(
  { page, pageSize, search, ordering }: Asked,
  orderings: z.ZodType<Ordering>,
) {
  return {
    page: String(page),
    page_size: String(pageSize),
    search: searchOf(search),
    ordering: orderings.safeParse(ordering).data,
  }
}

/** Cuts a search text to the longest that the server takes. */
export const searchOf = (search: string) => search.slice(0, 100)

const bounds = ['band', 'score_from', 'score_to']

/**
 * The address's filters as the server takes them; what somebody mistyped into the address is left out, and so is a band or a
 * range of no score, which the server refuses.
 */
export function filtersBy<const Valid extends Record<string, z.ZodType>>(
  valid: Valid,
  filters: Readonly<Record<keyof Valid & string, string>>,
): { [Name in keyof Valid]?: z.output<Valid[Name]> } {
  const set = Object.entries(valid).flatMap(([name, schema]) => {
    const value = schema.safeParse(filters[name])
    return value.success ? [[name, value.data] as const] : []
  })
  const ofScore = set.some(([name]) => name === 'score')
  return Object.fromEntries(set.filter(([name]) => ofScore || !bounds.includes(name))) as {
    [Name in keyof Valid]?: z.output<Valid[Name]>
  }
}

// The server takes the text, which its schema would make a number.
const sentNumber = z.string().refine((text) => scoreFilters.score_from.unwrap().safeParse(text).success)

/** Bounds of a score, which are sent as texts. */
export const scoreBounds = { score_from: sentNumber, score_to: sentNumber }
