import { IconDownload, IconEye, IconRocket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { exportDefinition, type VersionContent } from '#contract/definitions.ts'
import type { RescoringForecast } from '#contract/rescoring.ts'
import { previewPath } from '../../../app/paths.ts'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ContentCards } from '../content/ContentCards.tsx'
import { DifferencesCard } from '../differences/DifferencesCard.tsx'
import { RescoringCard } from '../differences/RescoringCard.tsx'
import { Failed } from '../Failed.tsx'
import classes from '../inventories.module.css'
import { RecordingsCard } from '../recordings/RecordingsCard.tsx'
import { useForecast, useInventory, useVersion } from '../useCatalogue.ts'
import { Warnings } from '../Warnings.tsx'
import { ContentHash } from './ContentHash.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { VersionState, VersionStory } from './VersionsCard.tsx'
import { VersionCrumbs, VersionTabs } from './VersionTabs.tsx'

/** One version or draft: its content and actions. */
export default function VersionPage() {
  const { code = '', version = '' } = useParams()
  const found = useVersion({ code, version: Number(version) })
  if (found.data === undefined) return <Failed asked={found} />
  return <Found content={found.data} />
}

function Found({ content }: { content: VersionContent }) {
  const { code, version, hash } = content
  const publishable = content.state === 'draft' && !content.outdated
  const forecast = useForecast({ code, version }, { hash, enabled: publishable })
  return (
    <>
      <VersionHead content={content} forecast={forecast.data} />
      <VersionTabs content={content} current="content" />
      <div className={classes.stack}>
        <Warnings warnings={content.warnings} />
        <DifferencesCard code={code} version={version} />
        {publishable ? <RescoringCard forecast={forecast} /> : null}
        <ContentCards content={content} />
        <RecordingsCard content={content} />
      </div>
    </>
  )
}

interface VersionHeadProps {
  content: VersionContent
  forecast: RescoringForecast | undefined
}

function VersionHead({ content, forecast }: VersionHeadProps) {
  const { t } = useTranslation()
  const { code, name, version, state } = content
  const { data: inventory } = useInventory(code)
  const [open, setOpen] = useState<'publish' | 'discard'>()
  const file = useDownload(exportDefinition, { failed: t('inventories:export.failed') })
  const close = () => setOpen(undefined)
  const title = t('inventories:versionOf', { name, number: version })

  return (
    <>
      <PageHeader
        title={title}
        crumbs={<VersionCrumbs content={content} />}
        aside={
          <>
            <Tag>{code}</Tag>
            <VersionState version={content} current={inventory?.published?.version === version} />
          </>
        }
        lead={<VersionStory version={content} />}
        facts={<ContentHash content={content} />}
        actions={
          <>
            <Button
              component="a"
              href={previewPath(code, version)}
              icon={<IconEye aria-hidden />}
              aria-label={t('inventories:preview')}
            >
              {t('inventories:previewShort')}
            </Button>
            <Button
              icon={<IconDownload aria-hidden />}
              loading={file.isPending}
              onClick={() => file.mutate({ params: { code, version: String(version) } })}
            >
              {t('inventories:export.action')}
            </Button>
            {state === 'draft' ? (
              <Button icon={<IconTrash aria-hidden />} onClick={() => setOpen('discard')}>
                {t('inventories:discard.action')}
              </Button>
            ) : null}
            {state === 'draft' && !content.outdated ? (
              <Button variant="solid" icon={<IconRocket aria-hidden />} onClick={() => setOpen('publish')}>
                {t('inventories:publish.action')}
              </Button>
            ) : null}
          </>
        }
      />
      <PublishDialog
        content={content}
        before={inventory?.published?.version}
        forecast={forecast}
        // The version before must be loaded first: the dialog names it.
        opened={open === 'publish' && inventory !== undefined}
        onClose={close}
      />
      <DiscardDialog content={content} opened={open === 'discard'} onClose={close} />
    </>
  )
}
