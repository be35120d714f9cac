// @vitest-environment jsdom

import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { pageForClient } from '#contract/landing.ts'
import { exampleClient } from '#test/support/client.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { anonymous, clearSession, storeSession } from './auth.ts'
import { forgetSelectedClient, selectClient, useSelectedClient } from './clientSelection.ts'
import { chooseNamedClient } from './namedClient.ts'

const id = '01890000-0000-7000-8000-000000000001'
const other = { value: '01890000-0000-7000-8000-000000000002', label: 'Ege' }
let answer: () => Response
serveCalls(() => answer())
afterEach(() => {
  clearSession()
  forgetSelectedClient()
})

const open = async (address: string) => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient(other)
  const led = await chooseNamedClient(new Request(`https://terazi.test${address}`))
  return [led?.headers.get('location'), renderHook(useSelectedClient).result.current?.label]
}

it('works on the client that a mail is about, and leads to the page without naming it', async () => {
  answer = () => Response.json({ ...exampleClient, id, name: 'Anadolu' })
  const said = vi.spyOn(toast, 'blank')
  const address = pageForClient('/manager/assignments?status=completed', id)
  expect(await open(address)).toEqual(['/manager/assignments?status=completed', 'Anadolu'])
  expect(await open(pageForClient('/manager/orders', id))).toEqual(['/manager/orders', 'Anadolu'])
  expect(said).toHaveBeenCalledTimes(2)
  // Nothing changes for who works for that client already.
  await chooseNamedClient(new Request(`https://terazi.test${address}`))
  expect(said).toHaveBeenCalledTimes(2)
})

it('stays with the client of before where the other one is not this person’s, or none is named', async () => {
  answer = () => problem('not_found')
  expect(await open(pageForClient('/manager/orders', id))).toEqual(['/manager/orders', 'Ege'])
  expect(await open('/manager/orders')).toEqual([undefined, 'Ege'])
})

it('does not show another client’s page when it can’t be asked for', async () => {
  answer = () => problem('too_many_requests')
  await expect(open(pageForClient('/manager/orders', id))).rejects.toThrow()
})
