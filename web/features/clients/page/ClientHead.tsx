import {
  IconChevronRight,
  IconMail,
  IconPencil,
  IconPhone,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { QuotaForm } from '../../quota/QuotaForm.tsx'
import { ClientStatusPill } from '../ClientStatus.tsx'
import classes from '../clients.module.css'
import { EditClientPanel } from '../form/EditClientPanel.tsx'
import { InvitePanel } from '../managers/InvitePanel.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import type { Tab } from './tabs.ts'

/** The client's name and status, and the three actions that are wanted from every tab. */
export function ClientHead({ client, tab }: { client: Client; tab: Tab }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'status' | 'invite' | 'quota'>()
  const close = () => setOpen(undefined)
  const facts = [
    { icon: IconUser, text: client.managerName || client.managerEmail },
    { icon: IconMail, text: client.email },
    { icon: IconPhone, text: client.phone },
  ].filter(({ text }) => text !== '')
  return (
    <>
      <PageHeader
        title={client.name}
        crumbs={
          <>
            <Link to={paths.clients}>{t('clients:title')}</Link>
            <IconChevronRight size={16} className="flip" aria-hidden />
            <span dir="auto">{client.name}</span>
          </>
        }
        picture={
          <span className={`flex ${classes.picture}`}>
            <Avatar name={client.name} square />
          </span>
        }
        aside={
          <>
            <ClientStatusPill {...client} />
            <span className="muted">
              {t('clients:quotaLeft', {
                count: client.quota,
                number: formatNumber(client.quota, i18n.language),
              })}
            </span>
          </>
        }
        facts={
          <ul className={`cluster muted ${classes.facts}`}>
            {facts.map(({ icon: Icon, text }) => (
              <li className="row min-0 gap-6 breakable" key={text}>
                <Icon size={16} stroke={1.75} aria-hidden />
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        }
        actions={
          <>
            <Button icon={<IconPencil aria-hidden />} onClick={() => setOpen('edit')}>
              {t('clients:edit.action')}
            </Button>
            {client.status === 'active' ? (
              <>
                <Button icon={<IconPlayerPause aria-hidden />} onClick={() => setOpen('status')}>
                  {t('clients:change.suspend.action')}
                </Button>
                <Button icon={<IconUserPlus aria-hidden />} onClick={() => setOpen('invite')}>
                  {t('clients:invite.action')}
                </Button>
              </>
            ) : null}
            {client.status === 'suspended' ? (
              <Button icon={<IconPlayerPlay aria-hidden />} onClick={() => setOpen('status')}>
                {t('clients:change.activate.action')}
              </Button>
            ) : null}
            <Button
              variant={client.status === 'pending' ? 'default' : 'solid'}
              icon={<IconPlus aria-hidden />}
              onClick={() => setOpen('quota')}
            >
              {t('clients:addQuota.action')}
            </Button>
          </>
        }
      />
      <EditClientPanel client={client} opened={open === 'edit'} onClose={close} />
      <InvitePanel client={client} tab={tab} opened={open === 'invite'} onClose={close} />
      <AddQuotaPanel client={client} opened={open === 'quota'} onClose={close} />
      <StatusDialog client={client} opened={open === 'status'} onClose={close} />
    </>
  )
}

interface AddQuotaPanelProps {
  client: Client
  opened: boolean
  onClose: () => void
}

function AddQuotaPanel({ client, opened, onClose }: AddQuotaPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('clients:addQuota.title')} onClose={onClose} held>
      {opened ? <QuotaForm client={client} onClose={onClose} /> : null}
    </SidePanel>
  )
}
