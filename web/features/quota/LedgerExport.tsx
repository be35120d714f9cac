import type { z } from 'zod'
import { ledgerCsv, ledgerXlsx } from '#contract/exports.ts'
import type { ledgerFilters } from '#contract/ledger.ts'
import { apiFile } from '../../app/api.ts'
import { ExportMenu } from '../../app/ExportMenu.tsx'

const calls = { xlsx: ledgerXlsx, csv: ledgerCsv }

interface LedgerExportProps {
  clientId: string
  /** The filters of the ledger; the whole one unless given. */
  filters?: z.input<typeof ledgerFilters>
  label?: string
}

/** Every unit that came or went. */
export function LedgerExport({ clientId, filters = {}, ...rest }: LedgerExportProps) {
  const fetch = (format: keyof typeof calls) =>
    apiFile(calls[format], { params: { clientId }, query: filters })
  return <ExportMenu fetch={fetch} {...rest} />
}
