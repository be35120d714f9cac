import type { FastifyRequest } from 'fastify'

interface ListParams {
  page?: number | undefined
  page_size?: number | undefined
}

/** Which rows of a list are wanted. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** Page 1 and 10 rows unless the query says otherwise. */
export function sliceOf(query: ListParams): Slice {
  const limit = query.page_size ?? 10
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

/** The list answer: the rows with the count and the neighbouring pages' addresses. */
export function pageOf<Row>(
  request: FastifyRequest,
  query: ListParams,
  found: { count: number; rows: Row[] },
): { count: number; next: string | null; previous: string | null; results: Row[] } {
  const { limit } = sliceOf(query)
  const page = query.page ?? 1
  const address = (wanted: number) => {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('page', String(wanted))
    return `${url.pathname}${url.search}`
  }
  return {
    count: found.count,
    next: page * limit < found.count ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results: found.rows,
  }
}
