import { randomInt } from 'node:crypto'
import { createClient } from '#contract/clients.ts'
import { enableInventory } from '#contract/enablements.ts'
import { listInventories } from '#contract/inventories.ts'
import { invitePerson } from '#contract/invitations.ts'
import { listManagers } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { request } from '#test/support/api.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

/** Invites somebody of a new client to one test. @returns the path of their link, which opens as often as needed */
export async function invitationTo(server: RunningServer, code: string): Promise<string> {
  const url = `http://127.0.0.1:${server.port}`
  const token = await signIn(server, 'admin')
  const stamp = randomInt(1e9)
  const { answer: client } = await request(url, createClient, {
    token,
    body: {
      name: `Bench ${stamp}`,
      email: 'bench@example.test',
      phone: '0212 000 00 00',
      managerName: 'Bench Manager',
      managerEmail: `${stamp}@example.test`,
      managerPhone: '0212 000 00 00',
    },
  })
  const params = { clientId: client.id }
  const { answer: inventories } = await request(url, listInventories, { token })
  const inventory = inventories.find((one) => one.code === code)
  if (inventory === undefined) throw new Error(`There is no ${code}`)
  const inventoryId = inventory.id
  if (inventory.sensitive) {
    const { answer: managers } = await request(url, listManagers, { token, params })
    const recipientIds = managers.results.map(({ userId }) => userId)
    // The people invited here are candidates.
    const audience = { forCandidates: true, candidatesConfirmed: true } as const
    const body = { legalBasis: 'Bench', purpose: 'Bench', ...audience, recipientIds }
    const enabled = await request(url, enableInventory, { token, params: { ...params, inventoryId }, body })
    if (enabled.status !== 200) throw new Error(`${code} could not be opened: ${enabled.code}`)
  }
  await request(url, addQuota, { token, params, body: { inventoryId, quantity: 5 } })
  const body = { name: 'Hatice Öztürkoğulları', staffNumber: String(stamp), inventoryIds: [inventoryId] }
  const { link } = (await request(url, invitePerson, { token, params, body })).answer
  if (link === null) throw new Error('Nobody was invited')
  return new URL(link.url).pathname
}
