// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AdminDashboard } from '#contract/dashboards.ts'
import type { VersionEntry } from '#contract/definitions.ts'
import { exampleClient } from '#test/support/client.ts'
import admin from '../../../../locales/en/admin.json' with { type: 'json' }
import inventories from '../../../../locales/en/inventories.json' with { type: 'json' }
import { draw, startWords } from '../../../ui/testRender.tsx'
import { useClientColumns } from '../../clients/list/useClientColumns.tsx'
import { VersionStory } from '../../inventories/version/VersionsCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

beforeEach(async () => {
  await startWords()
  for (const [name, words] of Object.entries({ admin, inventories }))
    i18next.addResourceBundle('en', name, words)
})
afterEach(cleanup)

const at = '2026-11-12T22:30:00Z'
const auckland = { ...exampleClient, createdAt: at, timeZone: 'Pacific/Auckland' }
const newYork = { ...auckland, name: 'Hudson', timeZone: 'America/New_York' }

it('tells since when organisations are pending by the clock of each', async () => {
  const waiting: AdminDashboard['waiting'] = {
    clients: {
      count: 2,
      first: [
        { id: auckland.id, name: 'Kiwi', createdAt: at, timeZone: auckland.timeZone },
        { id: auckland.id.replace(/1$/, '2'), name: 'Hudson', createdAt: at, timeZone: newYork.timeZone },
      ],
    },
    failedMails: 0,
    failedJobs: 0,
  }
  await draw(
    <MemoryRouter>
      <WaitingCard waiting={waiting} />
    </MemoryRouter>,
  )
  const days = screen.getAllByText(/^Applied on/).map(({ textContent }) => textContent)
  expect(days).toEqual(['Applied on 13 Nov 2026', 'Applied on 12 Nov 2026'])
})

function Created() {
  const created = useClientColumns().find(({ key }) => key === 'created')
  return [auckland, newYork].map((client) => <p key={client.name}>{created?.cell(client)}</p>)
}

it('tells in the list since when each organisation is here by its own clock', async () => {
  await draw(<Created />)
  const days = screen.getAllByText(/Nov 2026/).map(({ textContent }) => textContent)
  expect(days).toEqual(['13 Nov 2026', '12 Nov 2026'])
})

it('tells when a version was published by the clock of the platform, to all readers alike', async () => {
  const version: VersionEntry = {
    version: 2,
    state: 'published',
    hash: 'a'.repeat(64),
    at,
    by: null,
    itemCount: 1,
    minutes: 1,
    results: 0,
    outdated: false,
    unreadable: false,
  }
  await draw(<VersionStory version={version} />)
  screen.getByText(/^Published on 13 Nov 2026, 01:30/)
})
