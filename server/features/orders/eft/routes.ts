import {
  approveTransfers as approveCall,
  columnMapping,
  readStatementColumns as columnsCall,
  ignoreTransfer as ignoreCall,
  importStatement as importCall,
  listBankLines,
  listBankMappings,
  setBankMapping,
} from '#contract/eft.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { approveTransfers, ignoreTransfer, listTransfers, onTransfer } from './desk.ts'
import { importStatement, statementColumnsOf } from './import.ts'
import { findMappings, upsertMapping } from './queries.ts'

/** The desk for bank transfers. All of it is for admins. */
export const eftRoutes: readonly Route[] = [
  onPlatform.run(importCall, (db, _platform, file, actor, { query }) =>
    importStatement(db, actor, file, query),
  ),
  onPlatform.read(columnsCall, (db, _platform, file, _actor, { query }) =>
    statementColumnsOf(db, file, query.sheet),
  ),
  onPlatform.list(listBankLines, listTransfers),
  onPlatform.run(approveCall, approveTransfers),
  onTransfer.write(ignoreCall, ignoreTransfer),
  onPlatform.read(listBankMappings, async (db) => {
    const kept = await findMappings(db)
    return kept.map(({ bank, mapping }) => ({ bank, ...columnMapping.parse(mapping) }))
  }),
  onPlatform.write(setBankMapping, async (tx, _platform, body, { userId: by }) => {
    const { bank, ...mapping } = body
    await upsertMapping(tx, { bank, mapping, by })
    return body
  }),
]
