import { IconCircleCheck, IconFileText, IconHistory, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { homeZone } from '#contract/clock.ts'
import type { InventoryDetail, VersionEntry } from '#contract/definitions.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { previewPath, versionPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../inventories.module.css'
import { DiscardDialog } from './DiscardDialog.tsx'

/** Every version and draft, the newest first: its state, author and time, and how many results it has scored. */
export function VersionsCard({ inventory }: { inventory: InventoryDetail }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t('inventories:versions.title')} />
      <CardBody>
        <ol className={classes.versions}>
          {inventory.versions.map((version) => (
            <Version
              key={version.version}
              code={inventory.code}
              version={version}
              current={inventory.published?.version === version.version}
            />
          ))}
        </ol>
      </CardBody>
    </Card>
  )
}

interface VersionProps {
  code: string
  version: VersionEntry
  current: boolean
}

function Version({ code, version, current }: VersionProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  if (version.unreadable) return <UnreadableDraft code={code} version={version} />
  return (
    <li>
      <div className={`row wraps ${classes.versionHead}`}>
        <Link className="link" to={versionPath(code, version.version)}>
          {t('inventories:versionNumber', { number: version.version })}
        </Link>
        <VersionState version={version} current={current} />
        <a className={`push-end link ${classes.preview}`} href={previewPath(code, version.version)}>
          {t('inventories:preview')}
          <span className="sr"> ({t('inventories:versionNumber', { number: version.version })})</span>
        </a>
      </div>
      <p className="meta">
        <VersionStory version={version} />
      </p>
      <p className="meta">
        {[
          t('inventories:items', { count: version.itemCount, number: number(version.itemCount) }),
          t('inventories:minutes', { count: version.minutes, number: number(version.minutes) }),
          ...(version.state === 'published'
            ? [t('inventories:versions.results', { count: version.results, number: number(version.results) })]
            : []),
        ].join(' · ')}
      </p>
    </li>
  )
}

/** A draft of an older format: it cannot be shown, only thrown away. */
function UnreadableDraft({ code, version }: Pick<VersionProps, 'code' | 'version'>) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <li>
      <div className={`row wraps ${classes.versionHead}`}>
        <span>{t('inventories:versionNumber', { number: version.version })}</span>
        <VersionState version={version} current={false} />
        <Button size="sm" icon={<IconTrash aria-hidden />} onClick={() => setAsking(true)}>
          {t('inventories:discard.action')}
        </Button>
      </div>
      <p className="meta">
        <VersionStory version={version} />
      </p>
      <p className="meta">{t('inventories:versions.unreadable')}</p>
      <DiscardDialog
        content={{ code, version: version.version, name: code, hash: version.hash }}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

/** The state of a version, in an icon and a word. */
export function VersionState({ version, current }: { version: VersionEntry; current: boolean }) {
  const { t } = useTranslation()
  if (version.state === 'draft')
    return (
      <StatusWord tone={version.outdated ? 'cancelled' : 'expired'} icon={IconFileText}>
        {t(version.outdated ? 'inventories:versions.outdated' : 'inventories:versions.draft')}
      </StatusWord>
    )
  return (
    <StatusWord tone={current ? 'done' : 'cancelled'} icon={current ? IconCircleCheck : IconHistory}>
      {t(current ? 'inventories:versions.current' : 'inventories:versions.earlier')}
    </StatusWord>
  )
}

/** The person who imported or published it, and the day: in the platform's zone, so the same for all readers. */
export function VersionStory({ version }: { version: VersionEntry }) {
  const { t, i18n } = useTranslation()
  const { state, by } = version
  const at = formatDateTime(version.at, i18n.language, homeZone)
  if (by === null) return t(`inventories:versions.${state}By.product`, { at })
  return t(`inventories:versions.${state}By.person`, { at, name: by })
}
