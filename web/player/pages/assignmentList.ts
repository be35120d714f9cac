import type { AnswerOf } from '#contract/kit.ts'
import type { listOwnAssignments } from '#contract/participant.ts'

type List = AnswerOf<typeof listOwnAssignments>

let brought: List | undefined

/** Keeps the list that came with an invitation's session for the page that would ask for it next. */
export function setAssignmentList(list: List | undefined): void {
  brought = list
}

/** That list, once: a person who comes back to the page sees how things are then. */
export function takeAssignmentList(): List | undefined {
  const list = brought
  brought = undefined
  return list
}
