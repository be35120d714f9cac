import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { mostSlips, nextSlips, slipsPdf } from '#contract/slips.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Chosen } from './useChosen.ts'

interface SlipsDialogProps {
  clientId: string
  chosen: Chosen
  count: number
  opened: boolean
  onClose: () => void
}

/** How many files of a choice are on the disk, and where the next one begins. */
interface Files {
  made: number
  after: string | null
}
const none: Files = { made: 0, after: null }

/** Slips to print and cut, a link of its own on each, for people whom no mail reaches; for many of them file by file. */
export function SlipsDialog({ clientId, chosen, count, opened, onClose }: SlipsDialogProps) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [withoutEmail, setWithoutEmail] = useState(false)
  const [files, setFiles] = useState(none)
  /** Each time that the dialog is open is a run of its own. */
  const run = useRef(0)
  const printing = useMutation({
    mutationFn: ({ after }: Files & { run: number }) => {
      const more = { ...(withoutEmail && { withoutEmail }), ...(after !== null && { after }) }
      return apiFile(slipsPdf, { params: { clientId }, body: { ...chosen, ...more } })
    },
    onSuccess: (file, { made, run: of }) => {
      // Closed meanwhile: the next choice begins at its own beginning.
      if (of === run.current) {
        saveFile(file)
        const after = file.headers.get(nextSlips)
        if (after === null) close()
        else setFiles({ made: made + 1, after })
      }
      // Each slip made a link.
      return queries.invalidateQueries({ queryKey: ['client', clientId] })
    },
  })
  const close = () => {
    run.current += 1
    printing.reset()
    setFiles(none)
    onClose()
  }
  const number = (value: number) => formatNumber(value, i18n.language)
  const begun = files.made > 0
  const done = number(files.made * mostSlips)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person:slips.title', { count, number: number(count) })}
      consequence={
        begun ? t('person:slips.more', { done }) : t('person:slips.text', { most: number(mostSlips) })
      }
      confirmLabel={begun ? t('person:slips.next') : t('person:slips.act')}
      danger={false}
      busy={printing.isPending}
      onConfirm={() => printing.mutate({ ...files, run: run.current })}
      onClose={close}
    >
      <CheckboxField
        label={t('person:slips.withoutEmail')}
        checked={withoutEmail}
        disabled={begun}
        onChange={({ currentTarget }) => setWithoutEmail(currentTarget.checked)}
      />
      {printing.isError ? (
        <Alert type="danger" duration={0} title={t('person:slips.failed')}>
          {errorMessage(printing.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  )
}
