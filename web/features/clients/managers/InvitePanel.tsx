import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { inviteEmails } from '#contract/people.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import classes from '../clients.module.css'
import type { Tab } from '../page/tabs.ts'
import { InviteForm } from './InviteForm.tsx'
import { InviteOutcome } from './InviteOutcome.tsx'
import type { Role } from './inviteForm.ts'

interface InvitePanelProps {
  client: Client
  /** The part of the page that it is opened from: most likely, its kind of people are invited. */
  tab: Tab
  opened: boolean
  onClose: () => void
}

const roles: Partial<Record<Tab, Role>> = { managers: 'manager', employees: 'employee' }

/** Invites people without tests, and shows the result for each of them. */
export function InvitePanel({ client, tab, opened, onClose }: InvitePanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('clients:invite.title')} onClose={onClose} held>
      {opened ? <Invite client={client} role={roles[tab] ?? 'candidate'} onClose={onClose} /> : null}
    </SidePanel>
  )
}

interface InviteProps {
  client: Client
  role: Role
  onClose: () => void
}

function Invite({ client, role, onClose }: InviteProps) {
  const { t } = useTranslation()
  const [invited, setInvited] = useState<{ outcome: AnswerOf<typeof inviteEmails>; role: Role }>()
  if (invited === undefined)
    return (
      <InviteForm
        client={client}
        role={role}
        onInvited={(outcome, as) => setInvited({ outcome, role: as })}
        onCancel={onClose}
      />
    )
  return (
    <>
      <InviteOutcome {...invited} />
      <div className={`justify-end wraps gap-4 ${classes.actions}`}>
        <Button onClick={() => setInvited(undefined)}>{t('clients:invite.more')}</Button>
        <Button variant="solid" onClick={onClose}>
          {t('clients:invite.close')}
        </Button>
      </div>
    </>
  )
}
