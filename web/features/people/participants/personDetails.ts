import type { AnswerOf } from '#contract/kit.ts'
import type { getPerson } from '#contract/memberships.ts'

export type PersonDetails = AnswerOf<typeof getPerson>
