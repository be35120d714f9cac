import type { BodyIn } from '#contract/kit.ts'
import { openRegistration } from '#contract/registrations.ts'
import type { TestDayDetails } from '#contract/test-days.ts'
import { numberOf } from '../../../app/numbers.ts'

export interface RegistrationFields {
  name: string
  inventoryIds: readonly string[]
  group: string
  locale: 'tr' | 'en'
  cap: string
  /** Empty for the usual number. */
  atGate: string
  endsOn: string | null
  /** Empty while the day is missing. */
  dueDate: string | null
  decides: 'nobody' | 'manager'
}

export type Problem =
  | 'name'
  | 'tests'
  | 'cap'
  | 'atGate'
  | 'endsOn'
  | 'pastDay'
  | 'afterDay'
  | 'dueDate'
  | 'noDueDate'

/** The test day that a registration is for: its tests, language and due date are the day's. */
export type ForDay = Pick<TestDayDetails, 'id' | 'place' | 'day' | 'locale' | 'tests'>

/** The form's initial values. */
export const startOf = (language: string, testDay?: ForDay): Omit<RegistrationFields, 'dueDate'> => ({
  name: testDay?.place ?? '',
  inventoryIds: [],
  group: '',
  cap: '50',
  atGate: '',
  locale: language === 'en' ? 'en' : 'tr',
  endsOn: testDay?.day ?? null,
  decides: 'nobody',
})

/** The typed number of places; undefined if it is no such number. */
export const placesOf = (cap: string) => numberOf(openRegistration.body.shape.cap, cap)

/** Left empty it is the usual number. */
export const wrongAtGate = ({ decides, atGate }: Pick<RegistrationFields, 'decides' | 'atGate'>): boolean =>
  decides === 'nobody' && atGate.trim() !== '' && placesOf(atGate) === undefined

/** The problems of the typed values, by field; the server decides. */
export function problemsOf(
  { name, inventoryIds, cap, atGate, decides, endsOn, dueDate }: RegistrationFields,
  today: string,
  testDay?: ForDay,
): Partial<Record<keyof RegistrationFields, Problem>> {
  return {
    ...(name.trim() === '' && { name: 'name' as const }),
    ...(testDay === undefined && inventoryIds.length === 0 && { inventoryIds: 'tests' as const }),
    ...(placesOf(cap) === undefined && { cap: 'cap' as const }),
    ...(wrongAtGate({ decides, atGate }) && { atGate: 'atGate' as const }),
    ...(endsOn === null && { endsOn: 'endsOn' as const }),
    ...(endsOn !== null && endsOn < today && { endsOn: 'pastDay' as const }),
    ...(endsOn !== null && testDay !== undefined && testDay.day < endsOn && { endsOn: 'afterDay' as const }),
    ...(endsOn !== null && dueDate && dueDate < endsOn && { dueDate: 'dueDate' as const }),
    ...(testDay === undefined && dueDate === '' && { dueDate: 'noDueDate' as const }),
  }
}

export function bodyOf(fields: RegistrationFields, testDay?: ForDay): BodyIn<typeof openRegistration> {
  const { name, inventoryIds, group, locale, cap, endsOn, dueDate, decides } = fields
  const atGate = decides === 'nobody' ? placesOf(fields.atGate) : undefined
  return {
    name: name.trim(),
    ...(testDay === undefined ? { inventoryIds: [...inventoryIds] } : { testDayId: testDay.id }),
    ...(group.trim() && { group: group.trim() }),
    ...(dueDate && { dueDate }),
    locale: testDay?.locale ?? locale,
    cap: placesOf(cap) ?? 1,
    endsOn: endsOn ?? '',
    approval: decides === 'manager',
    ...(atGate !== undefined && { atGate }),
  }
}
