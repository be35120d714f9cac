import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { type Collected, missingOf } from '#contract/rescueParts.ts'
import type { importRescue } from '#contract/rescues.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { listPath, paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Camera } from './Camera.tsx'
import classes from './rescue.module.css'
import { useRescue } from './useRescue.ts'

/** Far above any device's file. */
const largestFile = 2_000_000

/** Brings answers that a device could not send: from its file, its codes, or their text. */
export default function RescuePage() {
  const { t } = useTranslation()
  const { collected, complete, read, send, importing } = useRescue()
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<'file' | 'text'>()

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    const content = chosen !== null && chosen.size <= largestFile ? await chosen.text() : ''
    setFault(chosen === null || read(content) ? undefined : 'file')
  }
  const paste = (pasted: string) => {
    setText(pasted)
    setFault(pasted.trim() === '' || read(pasted) ? undefined : 'text')
  }

  return (
    <>
      <PageHeader
        lead={t('rescue:lead')}
        crumbs={
          <>
            <Link to={paths.assignments}>{t('assignments:title')}</Link>
            <IconChevronRight size={16} className="flip" aria-hidden />
            <span>{t('rescue:title')}</span>
          </>
        }
      />
      <Card>
        <CardBody className={classes.body ?? ''}>
          <FileField
            label={t('rescue:file.label')}
            help={t('rescue:file.help')}
            accept=".txt,text/plain"
            file={file}
            error={fault === 'file' ? t('rescue:fault') : undefined}
            onFile={(chosen) => void choose(chosen)}
          />
          <Camera onText={(scanned) => void read(scanned)} done={complete} />
          <TextareaField
            label={t('rescue:text.label')}
            optional
            help={t('rescue:text.help')}
            value={text}
            error={fault === 'text' ? t('rescue:fault') : undefined}
            onChange={(event) => paste(event.currentTarget.value)}
          />
          <div role="status">
            {collected && importing.data === undefined ? (
              <Progress collected={collected} complete={complete} />
            ) : null}
          </div>
          {importing.error ? (
            <Alert type="danger" duration={0}>
              {errorMessage(importing.error)}
            </Alert>
          ) : null}
          {importing.data ? <Imported imported={importing.data} /> : null}
          <div>
            <Button
              variant="solid"
              disabled={!complete || importing.data !== undefined}
              loading={importing.isPending}
              onClick={send}
            >
              {t('rescue:import')}
            </Button>
          </div>
        </CardBody>
      </Card>
    </>
  )
}

/** How many of the codes were read, and which are missing: a person may show just those. */
function Progress({ collected, complete }: { collected: Collected; complete: boolean }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const missing = missingOf(collected)
  return (
    <p>
      <b>{t('rescue:read', { read: number(collected.parts.size), total: number(collected.total) })}</b>{' '}
      {missing.length > 0 ? t('rescue:missing', { places: missing.map(number).join(', ') }) : null}
      {complete ? t('rescue:complete') : null}
    </p>
  )
}

function Imported({ imported }: { imported: AnswerOf<typeof importRescue> }) {
  const { t, i18n } = useTranslation()
  const { assignment, stored, late, already, refused, handedIn } = imported
  const counted = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  return (
    <Alert
      type="success"
      duration={0}
      title={t('rescue:done.title', { name: assignment.user.name, test: assignment.inventory.name })}
    >
      <p>{t('rescue:done.stored', counted(stored))}</p>
      {late > 0 ? <p>{t('rescue:done.late', counted(late))}</p> : null}
      {already > 0 ? <p>{t('rescue:done.already', counted(already))}</p> : null}
      {refused > 0 ? <p>{t('rescue:done.refused', counted(refused))}</p> : null}
      {handedIn ? <p>{t('rescue:done.handedIn')}</p> : null}
      <Link className="link" to={listPath({ user: assignment.user.id })}>
        {t('rescue:done.see')}
      </Link>
    </Alert>
  )
}
