import { z } from 'zod'
import { day } from './fields.ts'
import { call } from './kit.ts'

/** A copy of a report as everybody sees it who has its id. */
export const reportCopy = z.object({
  /** The initials of the person, such as `A. Y.`. */
  initials: z.string(),
  /** The test's name in the reader's language. */
  test: z.string(),
  /** The day on which the test was completed, by the client's time zone. */
  completedOn: day,
  /** The number of the result, as each page of the file has it at its foot. */
  serial: z.string(),
  /** The name of the organisation that the result belongs to. */
  client: z.string(),
  /** The hash of the whole file, in hex: a file with another one was changed, or is another file. */
  sha256: z.string(),
})
export type ReportCopy = z.infer<typeof reportCopy>

export const checkCopy = call({
  name: 'checkCopy',
  method: 'GET',
  path: '/verify/:copyId/',
  tag: 'Reports',
  summary:
    'Whose result a PDF of a report shows, by the id on its pages, and the hash of the unchanged file. 404 alike for an id that never was and for a result that was erased or withdrawn',
  access: 'guest',
  params: z.object({ copyId: z.string().regex(/^[\w-]{22}$/) }),
  answer: { status: 200, json: reportCopy },
  errors: ['not_found'],
})
