// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { InventoryDetail } from '#contract/definitions.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ClientsCard } from './ClientsCard.tsx'

afterEach(cleanup)

it('says to which clients a test is open', async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['inventories'])
  const see = async (more: Partial<InventoryDetail>) => {
    const inventory = { name: 'A', sensitive: false, sensitiveScales: [], enabledFor: null, ...more }
    await draw(
      <MemoryRouter>
        <ClientsCard inventory={inventory as Partial<InventoryDetail> as InventoryDetail} inventoryId="i1" />
      </MemoryRouter>,
    )
    const said = [...document.querySelectorAll('p')].map((one) => one.textContent)
    cleanup()
    return said
  }
  const needs = 'Sensitive content needs a legal basis and named readers for each client.'
  const all = 'Open to every client. Each client’s quota limits how many tests it can assign.'
  expect(await see({})).toEqual([all])
  expect(await see({ sensitive: true, enabledFor: 0 })).toEqual(['Not enabled for any client yet.', needs])
  expect(await see({ sensitiveScales: ['Well-being'], enabledFor: 1 })).toEqual([
    all,
    'Sensitive scale: Well-being. Enabled for 1 client.',
    needs,
  ])
})
