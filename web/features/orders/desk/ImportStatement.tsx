import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  type ColumnMapping,
  importStatement,
  listBankMappings,
  readStatementColumns,
  type StatementColumns,
  setBankMapping,
} from '#contract/eft.ts'
import { api } from '../../../app/api.ts'
import { inTurn, useAction, useSequence } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { BankColumns, type ColumnChoice, chosenMapping, noColumns } from './BankColumns.tsx'
import { type Accepted, badRowsOf, ImportDecisions, SheetField } from './ImportDecisions.tsx'

export type Imported = z.infer<typeof importStatement.answer.json>

/** The file is sent as what it is called; the server looks into it. */
function bodyOf(file: File): Blob {
  if (/\.xml$/i.test(file.name)) return new Blob([file], { type: 'application/xml' })
  return new Blob([file], { type: /\.xlsx$/i.test(file.name) ? excelType : 'text/csv' })
}
const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Imports a bank’s statement. The columns of a table are asked for once and remembered for its bank. */
export function ImportStatement({ onImported }: { onImported: (imported: Imported) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button icon={<IconFileUpload aria-hidden />} onClick={() => setOpened(true)}>
        {t('orders:eft.import')}
      </Button>
      {opened ? (
        <ImportDialog
          onClose={() => setOpened(false)}
          onImported={(imported) => {
            setOpened(false)
            onImported(imported)
          }}
        />
      ) : null}
    </>
  )
}

interface ImportDialogProps {
  onClose: () => void
  onImported: (imported: Imported) => void
}

/** Remembers the columns of a table for its bank and imports it. */
function useImport(columns: StatementColumns | undefined) {
  return useSequence(
    importStatement,
    async ({
      statement,
      choice,
      accepted,
    }: {
      statement: File
      choice: ColumnChoice
      accepted: Accepted
    }) => {
      if (columns === undefined || columns.format === 'camt')
        return api(importStatement, { body: bodyOf(statement) })
      const mapping = chosenMapping(choice)
      const bank = choice.bank.trim()
      if (mapping) await api(setBankMapping, { body: { bank, ...mapping } })
      const sheet = columns.sheet ?? undefined
      return api(importStatement, {
        body: bodyOf(statement),
        query: { bank, ...accepted, ...(sheet !== undefined && { sheet }) },
      })
    },
    { inline: true },
  )
}

function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation()
  const remembered = useQuery({
    queryKey: ['orders', 'mappings'],
    queryFn: ({ signal }) => api(listBankMappings, { signal }),
  })
  const mappingOf = (bank: string) => remembered.data?.find((one) => one.bank === bank)
  const reading = useAction(readStatementColumns, { inline: true, reads: true })
  const readFile = (statement: File, sheet?: string) =>
    reading.mutate(
      { body: bodyOf(statement), ...(sheet !== undefined && { query: { sheet } }) },
      {
        onSuccess: ({ banks, suggested }) => {
          const [bank = ''] = banks
          form.set('choice', choiceOf(bank, mappingOf(bank) ?? suggested))
        },
      },
    )
  const columns = reading.data
  const isTable = columns !== undefined && columns.format !== 'camt'
  const importing = useImport(columns)
  const letters = columns?.brokenLetters
  const badRows = badRowsOf(importing.error)
  const form = useForm<{ file: File | null; choice: ColumnChoice; accepted: Accepted }>({
    start: nothing,
    check: ({ file, choice }) => ({
      file: file === null ? t('orders:approve.missing') : undefined,
      choice: (isTable && (choice.bank.trim() === '' || chosenMapping(choice) === undefined)) || undefined,
    }),
    sending: { ...inTurn(reading, importing), ...(badRows && { problem: null }) },
    send: ({ file, choice, accepted }) => {
      // A file without columns could not be read; its error is already shown.
      if (file === null || columns === undefined) return
      importing.mutate({ statement: file, choice, accepted }, { onSuccess: onImported })
    },
  })
  const { file, choice, accepted } = form.values
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('orders:eft.import')}
      consequence={t('orders:eft.importText')}
      confirmLabel={t('orders:eft.importNow')}
      onClose={onClose}
      form={form}
    >
      <FileField
        label={t('orders:eft.file')}
        help={t('orders:eft.fileHelp')}
        accept=".xml,.csv,.xlsx,application/xml,text/csv"
        file={file}
        error={form.error('file')}
        onFile={(chosen) => {
          form.clear()
          form.set('file', chosen)
          form.set('choice', choice)
          form.set('accepted', {})
          importing.reset()
          reading.reset()
          if (chosen) readFile(chosen)
        }}
      />
      <SheetField
        columns={columns}
        onSheet={(sheet) => {
          if (file) readFile(file, sheet)
        }}
      />
      <ImportDecisions
        letters={letters ?? null}
        badRows={badRows}
        accepted={accepted}
        onChange={(changed) => form.set('accepted', changed)}
      />
      {isTable ? (
        <BankColumns
          columns={columns}
          banks={(remembered.data ?? []).map(({ bank }) => bank)}
          choice={choice}
          onChange={(changed) => form.set('choice', changed)}
          onBank={(bank) => form.set('choice', choiceOf(bank, mappingOf(bank) ?? columns.suggested))}
          asked={form.isWrong('choice')}
        />
      ) : null}
    </ConfirmDialog>
  )
}

const nothing: { file: File | null; choice: ColumnChoice; accepted: Accepted } = {
  file: null,
  choice: noColumns,
  accepted: {},
}

const choiceOf = (bank: string, mapping: ColumnMapping | null): ColumnChoice => ({
  ...noColumns,
  ...mapping,
  sender: mapping?.sender ?? '',
  reference: mapping?.reference ?? '',
  direction: mapping?.direction ?? '',
  currency: mapping?.currency ?? '',
  bank,
})
