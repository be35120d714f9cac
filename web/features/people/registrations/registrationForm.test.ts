import { expect, it } from 'vitest'
import { bodyOf, type ForDay, placesOf, problemsOf, type RegistrationFields } from './registrationForm.ts'

const fields: RegistrationFields = {
  name: ' Depo ',
  inventoryIds: ['a'],
  group: ' ',
  locale: 'tr',
  cap: '50',
  atGate: '',
  endsOn: '2026-12-01',
  dueDate: null,
  decides: 'manager',
}

it('reads a number of places, and nothing else', () => {
  expect(['1', ' 2000 ', '0', '2001', '', '1.5', '-3', 'elli'].map(placesOf)).toEqual([
    ...[1, 2000],
    ...Array(6).fill(undefined),
  ])
})

it('names what is wrong by field', () => {
  const today = '2026-11-26'
  expect(problemsOf(fields, today)).toEqual({})
  expect(problemsOf({ ...fields, name: ' ', inventoryIds: [], cap: 'x', endsOn: null }, today)).toEqual({
    name: 'name',
    inventoryIds: 'tests',
    cap: 'cap',
    endsOn: 'endsOn',
  })
  expect(problemsOf({ ...fields, endsOn: '2026-11-25', dueDate: '2026-11-24' }, today)).toEqual({
    endsOn: 'pastDay',
    dueDate: 'dueDate',
  })
})

it('is for the tests of a day, until that day', () => {
  const day: ForDay = { id: 'd', place: 'Kapı 2', day: '2026-12-01', locale: 'en', tests: [] }
  const typed: RegistrationFields = { ...fields, inventoryIds: [] }
  expect(problemsOf(typed, '2026-11-26', day)).toEqual({})
  expect(problemsOf({ ...typed, endsOn: '2026-12-02' }, '2026-11-26', day)).toEqual({ endsOn: 'afterDay' })
  expect(bodyOf(typed, day)).toEqual({
    name: 'Depo',
    testDayId: 'd',
    locale: 'en',
    cap: 50,
    endsOn: '2026-12-01',
    approval: true,
  })
})

it('sends what was typed, without what is empty', () => {
  expect(bodyOf(fields)).toEqual({
    name: 'Depo',
    inventoryIds: ['a'],
    locale: 'tr',
    cap: 50,
    endsOn: '2026-12-01',
    approval: true,
  })
  expect(bodyOf({ ...fields, group: 'A', dueDate: '2026-12-02' })).toMatchObject({
    group: 'A',
    dueDate: '2026-12-02',
  })
})
