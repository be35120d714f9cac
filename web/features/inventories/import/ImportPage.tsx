import { IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { checkDefinition } from '#contract/definitions.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { FileField } from '../../../ui/form/FileField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import classes from '../inventories.module.css'
import type { Document } from '../useCatalogue.ts'
import { ImportReady } from './ImportReady.tsx'
import { ProblemList } from './ProblemList.tsx'
import { type Read, readDocument } from './readDocument.ts'

/** Brings a definition: chosen or dropped, checked, and kept as a draft when nothing is wrong with it. */
export default function ImportPage() {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [document, setDocument] = useState<Document>()
  const [fault, setFault] = useState<string>()
  const newest = useRef<File | null>(null)
  const check = useAction(checkDefinition, { inline: true, reads: true })
  const ask = (definition: Document) => check.mutate({ body: { definition } })

  const wordsOf = (read: Read) => {
    if ('document' in read) return undefined
    if (read.fault === 'twice')
      return t('inventories:import.fault.twice', { line: read.line, name: read.name })
    if (read.fault !== 'syntax') return t(`inventories:import.fault.${read.fault}`)
    return t('inventories:import.fault.syntaxAt', { line: read.line })
  }

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    newest.current = chosen
    setDocument(undefined)
    setFault(undefined)
    check.reset()
    if (chosen === null) return
    const read = await readDocument(chosen)
    // Another one was chosen while this one was read.
    if (newest.current !== chosen) return
    setFault(wordsOf(read))
    if ('document' in read) {
      setDocument(read.document)
      ask(read.document)
    }
  }

  const plan = check.data
  return (
    <>
      <PageHeader
        lead={t('inventories:import.lead')}
        crumbs={
          <>
            <Link to={paths.inventories}>{t('inventories:title')}</Link>
            <IconChevronRight size={16} className="flip" aria-hidden />
            <span>{t('inventories:import.title')}</span>
          </>
        }
      />
      <div className={classes.stack}>
        <Card>
          <CardBody className="stack gap-12">
            <FileField
              label={t('inventories:import.file')}
              help={t('inventories:import.help')}
              accept=".json,application/json"
              file={file}
              error={fault}
              onFile={(chosen) => void choose(chosen)}
            />
            <p role="status" className="meta">
              {check.isPending ? t('inventories:import.checking') : ''}
            </p>
            {check.error && document ? (
              <LoadFailure
                of={{ error: check.error, refetch: () => ask(document) }}
                title={t('inventories:import.checkFailed')}
              />
            ) : null}
          </CardBody>
        </Card>
        {plan && plan.problemCount > 0 ? <ProblemList plan={plan} /> : null}
        {plan?.draft && document ? (
          <ImportReady document={document} draft={plan.draft} onOvertaken={() => ask(document)} />
        ) : null}
      </div>
    </>
  )
}
