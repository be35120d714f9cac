/** Steps after which an experiment (test/faults) may end this process as a power cut would. */
export const steps = [
  'answers_stored',
  'attempt_closed',
  'result_stored',
  'test_handed_in',
  'offline_stored',
  'offline_delivered',
  'tests_paused',
] as const
export type Step = (typeof steps)[number]

const wanted = process.env.FAULT_STEP
let left = Number(process.env.FAULT_AFTER ?? 1)

/** Says that a step is done. Without `FAULT_STEP`, which only experiments set, nothing happens. */
export function passed(step: Step): void {
  if (step !== wanted) return
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}
