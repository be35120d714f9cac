import { listCoolDowns, setCoolDown } from '#contract/access-rules.ts'
import { onClient } from '#server/authority/client.ts'
import { onClientInventory } from '#server/features/inventories/access.ts'
import type { Route } from '#server/http/subject.ts'
import { coolDowns, setDays } from './cool-downs.ts'

export const coolDownRoutes: readonly Route[] = [
  onClient.read(listCoolDowns, coolDowns),
  onClientInventory.write(setCoolDown, setDays),
]
