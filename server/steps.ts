/** Steps after which an experiment (test/faults) may end this process as a power cut would. */
export type Step = 'answers_stored' | 'attempt_closed' | 'result_stored' | 'test_handed_in'

const wanted = process.env.FAULT_STEP
let left = Number(process.env.FAULT_AFTER ?? 1)

/** Says that a step is done. Without `FAULT_STEP`, which only experiments set, nothing happens. */
export function passed(step: Step): void {
  if (step !== wanted) return
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}
