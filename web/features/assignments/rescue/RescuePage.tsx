import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { readRescueFile } from '#contract/rescueFile.ts'
import { importRescue } from '#contract/rescues.ts'
import { listPath, paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'

/** Far above any device's file. */
const largestFile = 2_000_000

/** Brings answers that a device could not send, from its file. */
export default function RescuePage() {
  const { t } = useTranslation()

  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReturnType<typeof readRescueFile>>()
  const importing = useAction(importRescue, { inline: true })
  const choose = async (chosen: File | null) => {
    const text = chosen !== null && chosen.size <= largestFile ? await chosen.text() : ''
    importing.reset()
    setFile(chosen)
    setRead(readRescueFile(text))
  }
  const ready = read !== undefined && importing.data === undefined

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
        <CardBody className="stack gap-20">
          <FileField
            label={t('rescue:file.label')}
            help={t('rescue:file.help')}
            accept=".txt,text/plain"
            file={file}
            error={file !== null && read === undefined ? t('rescue:fault') : undefined}
            onFile={(chosen) => void choose(chosen)}
          />
          <div role="status">{ready ? <p>{t('rescue:complete')}</p> : null}</div>
          <Failure of={importing} />
          {importing.data ? <Imported imported={importing.data} /> : null}
          <div>
            <Button
              variant="solid"
              disabled={!ready}
              loading={importing.isPending}
              onClick={() =>
                read && importing.mutate({ params: { testId: read.testId }, body: { rescue: read.rescue } })
              }
            >
              {t('rescue:import')}
            </Button>
          </div>
        </CardBody>
      </Card>
    </>
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
