import {
  disableInventory,
  enableInventory as enableCall,
  listClientInventories,
} from '#contract/enablements.ts'
import { onClient } from '#server/authority/client.ts'
import { onClientInventory } from '#server/features/inventories/access.ts'
import type { Route } from '#server/http/subject.ts'
import { clientInventories, disable, enableInventory } from './enablements.ts'

export const enablementRoutes: readonly Route[] = [
  onClient.read(listClientInventories, clientInventories),
  onClientInventory.write(enableCall, enableInventory),
  onClientInventory.write(disableInventory, disable),
]
