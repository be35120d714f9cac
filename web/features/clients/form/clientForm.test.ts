import { expect, it } from 'vitest'
import { problemsOf } from './clientForm.ts'

const client = { name: 'Ege Lojistik', email: 'ik@ege.example', phone: '0232 111 22 33' }

it('asks for each field of a client and of its first manager by name', () => {
  const empty = { name: ' ', email: '', phone: '', managerName: '', managerEmail: '', managerPhone: '' }
  expect(problemsOf(empty)).toEqual({
    name: 'nameRequired',
    email: 'emailRequired',
    phone: 'phoneRequired',
    managerName: 'managerNameRequired',
    managerEmail: 'managerEmailRequired',
    managerPhone: 'managerPhoneRequired',
  })
})

it('says what is wrong with what was typed, and looks at no field that the form does not have', () => {
  expect(problemsOf(client)).toEqual({})
  expect(
    problemsOf({ ...client, name: 'E', email: 'ege', managerEmail: 'ik@', managerPhone: 'yok' }),
  ).toEqual({
    name: 'nameShort',
    email: 'emailWrong',
    managerEmail: 'emailWrong',
    managerPhone: 'phoneWrong',
  })
})
