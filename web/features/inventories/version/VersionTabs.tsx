import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { VersionContent } from '#contract/definitions.ts'
import { inventoryPath, paths, versionItemsPath, versionPath } from '../../../app/paths.ts'
import { PageTabs } from '../../../ui/layout/PageTabs.tsx'

interface VersionTabsProps {
  content: Pick<VersionContent, 'code' | 'version' | 'state'>
  current: keyof typeof tabs
}

const tabs = { content: versionPath, analysis: versionItemsPath }

/** The parts of a version, each with an address of its own. Nobody has taken a draft, so it has its content only. */
export function VersionTabs({ content: { code, version, state }, current }: VersionTabsProps) {
  const { t } = useTranslation()
  if (state === 'draft' && current === 'content') return null
  return (
    <PageTabs label={t('inventories:tabs.label')} current={current}>
      {(['content', 'analysis'] as const).map((tab) => (
        <Link key={tab} to={tabs[tab](code, version)} aria-current={tab === current ? 'page' : undefined}>
          {t(`inventories:tabs.${tab}`)}
        </Link>
      ))}
    </PageTabs>
  )
}

/** The way to a version: all tests, then its test. */
export function VersionCrumbs({
  content: { code, name, version },
}: {
  content: Pick<VersionContent, 'code' | 'name' | 'version'>
}) {
  const { t } = useTranslation()
  return (
    <>
      <Link to={paths.inventories}>{t('inventories:title')}</Link>
      <IconChevronRight size={16} className="flip" aria-hidden />
      <Link to={inventoryPath(code)} dir="auto">
        {name}
      </Link>
      <IconChevronRight size={16} className="flip" aria-hidden />
      <span>{t('inventories:versionNumber', { number: version })}</span>
    </>
  )
}
