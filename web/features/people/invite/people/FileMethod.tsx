import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileField } from '../../../../ui/form/FileField.tsx'
import { SelectField } from '../../../../ui/form/SelectField.tsx'
import { type Draft, fileOf } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import { type ReadFile, readCsvFile, readExcelFile } from './parse/file.ts'
import type { ListProblem } from './parse/rows.ts'
import type { PeopleError } from './peopleError.ts'
import { SampleLink } from './SampleLink.tsx'
import { useProblemText } from './useProblemText.ts'

interface FileMethodProps {
  method: 'csv' | 'excel'
  draft: Draft
  dispatch: (action: Action) => void
  error: PeopleError | undefined
}

const accepted = { csv: '.csv,text/csv', excel: '.xlsx,.xlsm' }

/** A list as a CSV or Excel file; of a workbook with several sheets, which one. */
export function FileMethod({ method, draft, dispatch, error }: FileMethodProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [problem, setProblem] = useState<ListProblem | { code: 'unreadable' }>()
  const chosen = useRef<File>(undefined)
  const read = fileOf(draft)
  const name = read?.name
  // After a reload the rows are still here, the file itself is not.
  const shown = useMemo(() => (name === undefined ? null : new File([], name)), [name])

  const take = async (file: File, reading: Promise<ReadFile>) => {
    try {
      const found = await reading
      chosen.current = file
      if ('problem' in found) {
        setProblem(found.problem)
        dispatch({ type: 'list', values: { file: null } })
        return
      }
      setProblem(undefined)
      dispatch({ type: 'list', values: { file: { ...found, kind: method, name: file.name } } })
    } catch {
      // The file was moved or deleted between choosing and reading.
      setProblem({ code: 'unreadable' })
    }
  }

  const message = () => {
    if (problem) return problem.code === 'unreadable' ? t('invite:problem.unreadable') : problemText(problem)
    if (error === 'noFile') return t(`invite:error.noFile.${method}`)
    if (error === 'noEmails') return t('invite:error.noEmails')
    return error === 'wrongEmails' ? t('invite:error.wrongEmails') : undefined
  }

  const file = chosen.current
  return (
    <div>
      <FileField
        label={t(method === 'csv' ? 'invite:csv.label' : 'invite:excel.label')}
        help={t(method === 'csv' ? 'invite:csv.help' : 'invite:excel.help')}
        accept={accepted[method]}
        file={shown}
        error={message()}
        onFile={(given) => {
          if (given) void take(given, method === 'csv' ? readCsvFile(given) : readExcelFile(given))
        }}
      />
      {read?.sheets && read.sheets.length > 1 && read.sheet !== undefined ? (
        <SelectField
          label={t('invite:excel.sheet')}
          help={file === undefined ? t('invite:excel.again') : undefined}
          data={read.sheets}
          value={read.sheet}
          disabled={file === undefined}
          allowDeselect={false}
          onChange={(sheet) => {
            if (file && sheet !== null) void take(file, readExcelFile(file, sheet))
          }}
        />
      ) : null}
      <p className="meta">
        <SampleLink />
      </p>
    </div>
  )
}
