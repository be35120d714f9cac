import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileField } from '../../../ui/form/FileField.tsx'
import type { Draft } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import { readListFile } from './parse/file.ts'
import type { ListProblem } from './parse/rows.ts'
import type { PeopleError } from './peopleError.ts'
import { SampleLink } from './SampleLink.tsx'
import { useProblemText } from './useProblemText.ts'

interface CsvFileProps {
  draft: Draft
  dispatch: (action: Action) => void
  error: PeopleError | undefined
}

export function CsvFile({ draft, dispatch, error }: CsvFileProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [problem, setProblem] = useState<ListProblem | { code: 'unreadable' }>()
  const name = draft.file?.name
  // After a reload the rows are still here, the file itself is not.
  const shown = useMemo(() => (name === undefined ? null : new File([], name)), [name])

  const choose = async (file: File | null) => {
    if (!file) return
    try {
      const read = await readListFile(file)
      if ('problem' in read) {
        setProblem(read.problem)
        dispatch({ type: 'list', values: { file: null } })
      } else {
        setProblem(undefined)
        dispatch({
          type: 'list',
          values: { file: { name: file.name, rows: read.rows, unused: read.unused } },
        })
      }
    } catch {
      // The file was moved or deleted between choosing and reading.
      setProblem({ code: 'unreadable' })
    }
  }

  const message = () => {
    if (problem) return problem.code === 'unreadable' ? t('invite:problem.unreadable') : problemText(problem)
    if (error === 'noFile') return t('invite:error.noFile')
    if (error === 'noEmails') return t('invite:error.noEmails')
    return error === 'wrongEmails' ? t('invite:error.wrongEmails') : undefined
  }

  return (
    <div>
      <FileField
        label={t('invite:csv.label')}
        help={t('invite:csv.help')}
        accept=".csv,text/csv"
        file={shown}
        error={message()}
        onFile={(file) => void choose(file)}
      />
      <p className="meta">
        <SampleLink />
      </p>
    </div>
  )
}
