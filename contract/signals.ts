import { z } from 'zod'
import { assignmentId } from './assignments.ts'
import { moment } from './fields.ts'
import { call } from './kit.ts'
import { shortestAbsenceSeconds, signalLimits } from './signal-limits.ts'

/** The kind of device, by what the browser calls itself. `mac`: an iPad calls itself one. */
export const deviceClass = z.enum(['phone', 'tablet', 'computer', 'mac', 'unknown'])
export type DeviceClass = z.infer<typeof deviceClass>

const signal = z.discriminatedUnion('kind', [
  /** The page was not in front: hidden, or another window was. */
  z.strictObject({
    kind: z.literal('away'),
    /** When it began, by the server's clock as far as the device knows it. */
    at: moment,
    seconds: z.number().int().min(shortestAbsenceSeconds).max(86_400),
  }),
  z.strictObject({ kind: z.literal('copied'), at: moment }),
])
export type Signal = z.infer<typeof signal>

export const noteSignals = call({
  name: 'noteSignals',
  method: 'POST',
  path: '/participant/assignments/:assignmentId/signals/',
  tag: 'Taking a test',
  summary:
    'What the device noted while the test was taken; repeated, nothing changes; what cannot be used is left out without an error',
  access: 'attempt',
  subject: 'attempt',
  bodyLimit: 16 * 1024,
  params: assignmentId,
  body: z.strictObject({ signals: z.array(signal).min(1).max(signalLimits.call) }),
  answer: { status: 204 },
  errors: ['not_found'],
})
