import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import type { User } from '#contract/auth.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { accountPath } from '../../../app/paths.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import classes from './account.module.css'
import { GeneralTab } from './GeneralTab.tsx'
import { PasswordTab } from './PasswordTab.tsx'
import { PreferencesTab } from './PreferencesTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { SessionsTab } from './SessionsTab.tsx'
import { type Tab, tabOf, tabs } from './tabs.ts'
import { useAccount } from './useAccount.ts'
import { useUnsaved } from './useUnsaved.tsx'

/** A person's own account, in parts; an address that names no part leads to the first one. */
export default function AccountSettingsPage() {
  const { t } = useTranslation()
  const account = useAccount()
  const tab = tabOf(useParams().tab)
  if (tab === undefined) return <Navigate to={accountPath(tabs[0])} replace />
  const { data, error } = account
  return (
    <>
      <PageHeader lead={t('account:lead')} />
      {data ? (
        <Panels user={data} tab={tab} />
      ) : (
        <>
          <AccountTabs current={tab} unsaved={[]} />
          {error ? (
            <Card className={classes.column}>
              <LoadFailure of={account} title={t('account:failed')} />
            </Card>
          ) : (
            <AccountSkeleton />
          )}
        </>
      )}
    </>
  )
}

const panels = {
  profile: ProfileTab,
  general: GeneralTab,
  password: PasswordTab,
  preferences: PreferencesTab,
  sessions: SessionsTab,
}

/** A part that was opened stays, hidden: what was typed in it is there when its tab is opened again. */
function Panels({ user, tab }: { user: User; tab: Tab }) {
  const { unsaved, setUnsaved, leaving } = useUnsaved()
  const [opened, setOpened] = useState<readonly Tab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  return (
    <>
      <AccountTabs current={tab} unsaved={unsaved} />
      {tabs
        .filter((one) => opened.includes(one))
        .map((one) => {
          const Panel = panels[one]
          return (
            <div key={one} className={classes.column} hidden={one !== tab}>
              <Panel user={user} onUnsaved={(is) => setUnsaved(one, is)} />
            </div>
          )
        })}
      {leaving}
    </>
  )
}
