// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { erasedName } from '#contract/erasure.ts'
import { draw } from '../../ui/testRender.tsx'
import { PersonLink } from './useLedgerColumns.tsx'

const id = '01900000-0000-7000-8000-000000000001'
afterEach(cleanup)

it('leads to a person, but nowhere once the person is erased', async () => {
  await draw(
    <MemoryRouter>
      {['Ada Deniz', erasedName].map((name) => (
        <PersonLink key={name} client={{ id, name: 'Ornek' }} userId={id} name={name} />
      ))}
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Ada Deniz'])
  screen.getByText(erasedName)
})
