import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { maxSlips, type SlipJob } from '#contract/slips.ts'
import { saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { LiveText } from '../../ui/text/LiveText.tsx'
import type { Chosen } from '../people/selection.ts'
import classes from './links.module.css'
import { printSlips } from './printSlips.ts'

interface SlipsDialogProps {
  clientId: string
  chosen: Chosen
  count: number
  opened: boolean
  onClose: () => void
}

/** How many slips of a choice are on the disk, and where the next file begins. */
interface Saved {
  slips: number
  after: string | null
}
const none: Saved = { slips: 0, after: null }

/** Slips to print and cut, each with a link of its own, for people without an email; for many of them file by file. */
export function SlipsDialog({ clientId, chosen, count, opened, onClose }: SlipsDialogProps) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [withoutEmail, setWithoutEmail] = useState(false)
  const [saved, setSaved] = useState(none)
  const [job, setJob] = useState<SlipJob>()
  /** Closing the dialog leaves the file that is being made. */
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])
  const printing = useMutation({
    mutationFn: ({ after, signal }: Saved & { signal: AbortSignal }) => {
      const more = { ...(withoutEmail && { withoutEmail }), ...(after !== null && { after }) }
      const asked = { clientId, body: { ...chosen, ...more }, people: count }
      const onProgress = (now: SlipJob) => signal.aborted || setJob(now)
      return printSlips(asked, { signal, onProgress })
    },
    onSuccess: ({ file, slips, next }, { slips: before, signal }) => {
      if (signal.aborted) return
      saveFile(file)
      if (next === null) close()
      else setSaved({ slips: before + slips, after: next })
    },
    // Slips may have made links, also where the file was left or failed.
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', clientId] }),
  })
  const close = () => {
    left.current.abort()
    left.current = new AbortController()
    printing.reset()
    setSaved(none)
    setJob(undefined)
    onClose()
  }
  const print = () => {
    setJob(undefined)
    printing.mutate({ ...saved, signal: left.current.signal })
  }
  const number = (value: number) => formatNumber(value, i18n.language)
  const begun = saved.slips > 0
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person:slips.title', { count, number: number(count) })}
      consequence={
        begun
          ? t('person:slips.more', { done: number(saved.slips) })
          : t('person:slips.text', { most: number(maxSlips) })
      }
      confirmLabel={begun ? t('person:slips.next') : t('person:slips.action')}
      danger={false}
      busy={printing.isPending}
      onConfirm={print}
      onClose={close}
    >
      <CheckboxField
        label={t('person:slips.withoutEmail')}
        checked={withoutEmail}
        disabled={begun || printing.isPending}
        onChange={({ currentTarget }) => setWithoutEmail(currentTarget.checked)}
      />
      {printing.isPending && job ? <Progress job={job} /> : null}
      {printing.isError ? (
        <Alert type="danger" duration={0} title={t('person:slips.failed')}>
          {errorMessage(printing.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  )
}

function Progress({ job: { done, total } }: { job: SlipJob }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = t('person:slips.progress', { count: total, done: number(done), number: number(total) })
  const drawn = done < total ? figures : t('person:slips.drawing')
  const words = total === 0 ? t('person:slips.waiting') : drawn
  return (
    <div className={classes.part} role="status">
      <p>
        <LiveText>{words}</LiveText>
      </p>
      <ProgressBar value={done} max={total} label={words} />
    </div>
  )
}
