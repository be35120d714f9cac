import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Tab } from './tabs.ts'

/** Which parts hold something unsaved; leaving the page with it is asked about, changing the tab is not: it stays. */
export function useUnsaved() {
  const { t } = useTranslation()
  const [unsaved, set] = useState<readonly Tab[]>([])
  const some = unsaved.length > 0
  const blocker = useBlocker(
    ({ nextLocation }) => some && !nextLocation.pathname.startsWith('/account/settings/'),
  )
  useEffect(() => {
    if (!some) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [some])

  return {
    unsaved,
    setUnsaved: (tab: Tab, is: boolean) =>
      set((before) => {
        if (before.includes(tab) === is) return before
        return is ? [...before, tab] : before.filter((one) => one !== tab)
      }),
    leaving: (
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        title={t('account:leave.title')}
        consequence={t('account:leave.text')}
        confirmLabel={t('account:leave.confirm')}
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    ),
  }
}
