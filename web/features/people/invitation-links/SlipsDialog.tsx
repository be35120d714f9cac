import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { maxSlips, type SlipJob, slipsPdf } from '#contract/slips.ts'
import { saveFile } from '../../../app/api.ts'
import { useSequence } from '../../../app/useAction.ts'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import type { Chosen } from '../../memberships/selection.ts'
import { printSlips } from './printSlips.ts'

interface SlipsDialogProps {
  clientId: string
  chosen: Chosen
  count: number
  opened: boolean
  onClose: () => void
}

/** The number of slips saved so far, and where the next file begins. */
interface Saved {
  slips: number
  after: string | null
}
const none: Saved = { slips: 0, after: null }

/** Slips to print and cut, each with a link of its own, for people without an email; for many of them file by file. */
export function SlipsDialog({ clientId, chosen, count, opened, onClose }: SlipsDialogProps) {
  const { t, i18n } = useTranslation()

  const [withoutEmail, setWithoutEmail] = useState(false)
  const [saved, setSaved] = useState(none)
  const [job, setJob] = useState<SlipJob>()
  /** Closing the dialog leaves the file that is being made. */
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])
  // Slips may have made links, also where the file was left or failed.
  const printing = useSequence(
    slipsPdf,
    ({ after, signal }: Saved & { signal: AbortSignal }) => {
      const more = { ...(withoutEmail && { withoutEmail }), ...(after !== null && { after }) }
      const asked = { clientId, body: { ...chosen, ...more }, people: count }
      const onProgress = (now: SlipJob) => signal.aborted || setJob(now)
      return printSlips(asked, { signal, onProgress })
    },
    { failed: t('person:slips.failed'), inline: true },
  )
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
    const { signal } = left.current
    printing.mutate(
      { ...saved, signal },
      {
        onSuccess: ({ file, slips, next }) => {
          if (signal.aborted) return
          saveFile(file)
          if (next === null) close()
          else setSaved({ slips: saved.slips + slips, after: next })
        },
      },
    )
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
      <Failure of={printing} />
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
    <div className="stack one-column gap-8" role="status">
      <p>
        <LiveText>{words}</LiveText>
      </p>
      <ProgressBar value={done} max={total} label={words} />
    </div>
  )
}
