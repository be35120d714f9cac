import { IconBrandWhatsapp, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { SelectedClient } from '../../../../app/clientSelection.ts'
import { isLocale } from '../../../../app/localeSettings.ts'
import { peoplePath } from '../../../../app/paths.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { messengerNumber } from '../../invitation-links/messengerLinks.ts'
import { SlipsDialog } from '../../invitation-links/SlipsDialog.tsx'
import { WhatsAppQueue } from '../../invitation-links/WhatsAppQueue.tsx'
import type { Result } from '../draft/draft.ts'

interface HandOutProps {
  client: SelectedClient
  locale: 'tr' | 'en' | null
  people: NonNullable<Result['unreached']>
  role: string | undefined
}

/** The invited who get no mail: their slips and their messages, where they were invited. */
export function HandOut({ client, locale, people, role }: HandOutProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'slips' | 'whatsApp'>()
  const close = () => setOpen(undefined)
  const reachable = people.filter(({ phone }) => messengerNumber(phone) !== '')
  const number = (value: number) => formatNumber(value, i18n.language)
  const language = locale ?? (isLocale(i18n.language) ? i18n.language : 'tr')
  return (
    <>
      <Alert
        type="info"
        duration={0}
        action={<Link to={peoplePath(role)}>{t('invite:result.toParticipants')}</Link>}
      >
        {t('invite:result.unreached', { count: people.length, number: number(people.length) })}
      </Alert>
      <div className="cluster gap-8">
        <Button icon={<IconPrinter aria-hidden />} onClick={() => setOpen('slips')}>
          {t('person:slips.open')}
        </Button>
        {reachable.length > 0 ? (
          <Button icon={<IconBrandWhatsapp aria-hidden />} onClick={() => setOpen('whatsApp')}>
            {t('person:queue.open', { count: reachable.length, number: number(reachable.length) })}
          </Button>
        ) : null}
      </div>
      <SlipsDialog
        clientId={client.value}
        chosen={{ membershipIds: people.map(({ membershipId }) => membershipId) }}
        count={people.length}
        opened={open === 'slips'}
        onClose={close}
      />
      {open === 'whatsApp' ? (
        <WhatsAppQueue client={client} locale={language} people={reachable} onClose={close} />
      ) : null}
    </>
  )
}
