import { isOperator } from '#contract/access.ts'
import { ledgerCsv, ledgerXlsx } from '#contract/exports.ts'
import { listQuotaAdditions, listQuotaEntries, listQuotaMovements } from '#contract/ledger.ts'
import { addQuota, listQuotas, quotaEntry } from '#contract/quotas.ts'
import { onClient } from '#server/authority/client.ts'
import { hiddenTests } from '#server/authority/reach.ts'
import { namedInventory, nameOf } from '#server/features/inventories/versions.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import type { Route } from '#server/http/subject.ts'
import { additions, entries, ledgerTable, movements } from './ledger.ts'
import { giveQuota } from './quotas.ts'
import { quotaObjects } from './status.ts'

export const quotaRoutes: readonly Route[] = [
  onClient.read(listQuotas, (db, client, _query, { caller, locale }) =>
    quotaObjects(db, client.id, locale, { all: isOperator(caller), hidden: hiddenTests(client) }),
  ),
  onClient.write(addQuota, {
    run: giveQuota,
    kept: quotaEntry.pick({ id: true, dateAdded: true }),
    answer: async (
      tx,
      _client,
      kept,
      { name, locale },
      { input: { inventoryId: id, quantity, reason = '' } },
    ) => {
      const version = await namedInventory(tx, id)
      const inventory = { id, code: version.definition.code, name: nameOf(version, locale) }
      return { ...kept, inventory, quantity, reason, addedBy: name }
    },
  }),

  onClient.list(listQuotaAdditions, additions),
  onClient.list(listQuotaMovements, movements),
  onClient.list(listQuotaEntries, entries),
  onClient.run(ledgerCsv, (db, subject, query, { caller, locale }, { deps, request, reply }) =>
    sheetsOf(deps).csv({ subject, caller, locale, request, reply }, ledgerTable(db, subject, query, locale)),
  ),
  onClient.run(ledgerXlsx, (db, subject, query, { caller, locale }, { deps, request, reply }) =>
    sheetsOf(deps).xlsx({ subject, caller, locale, request, reply }, ledgerTable(db, subject, query, locale)),
  ),
]
