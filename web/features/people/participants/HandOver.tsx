import { IconBrandWhatsapp, IconClock, IconLink, IconMessage, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { makeInvitationLink } from '#contract/invitations.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { useAuth } from '../../../app/auth.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { scrollInto } from '../../../ui/scrollInto.ts'
import { ActionButton } from '../../access/users/ActionButton.tsx'
import { smsLink, whatsAppLink } from '../invitation-links/messengerLinks.ts'
import { useMessage } from '../invitation-links/useMessage.ts'
import type { PersonDetails } from './personDetails.ts'

interface HandOverProps {
  client: SelectedClient
  person: PersonDetails
}

/** A link for somebody who can't be reached by mail: made on request, and shown only once. */
export function HandOver({ client, person }: HandOverProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const making = useAction(makeInvitationLink, {
    done: t('person:link.done'),
    failed: t('person:link.failed'),
    inline: true,
  })
  const params = { clientId: client.value, membershipId: person.membershipId }
  const make = (replace: boolean) => {
    if (making.isPending) return
    making.mutate({ params, body: { replace } }, { onSettled: () => setAsking(false) })
  }
  return (
    <>
      <div>
        <ActionButton
          icon={IconLink}
          hint={t('person:link.hint')}
          busy={making.isPending}
          onClick={() => make(false)}
        >
          {making.data ? t('person:link.again') : t('person:link.make')}
        </ActionButton>
        {person.link === null ? null : (
          <ActionButton
            icon={IconRefresh}
            hint={t('person:link.replaceHint')}
            onClick={() => setAsking(true)}
          >
            {t('person:link.replace')}
          </ActionButton>
        )}
      </div>
      <Failure of={making} />
      {making.data ? <Made key={making.data.url} client={client} person={person} {...making.data} /> : null}
      <ConfirmDialog
        opened={asking}
        title={t('person:link.replaceTitle', { name: person.name })}
        consequence={t('person:link.replaceText')}
        confirmLabel={t('person:link.replace')}
        busy={making.isPending}
        onConfirm={() => make(true)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Made(props: HandOverProps & AnswerOf<typeof makeInvitationLink>) {
  const { client, person, url, expiresAt, tests, dueDate } = props
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const text = useMessage(person.locale)({ name: person.name, client: client.label, url, tests, dueDate })
  return (
    <>
      <LinkBox url={url} copy={t('person:link.copy')} copied={t('person:link.copied')} />
      <div className="row wraps gap-8">
        <Button
          size="sm"
          icon={<IconBrandWhatsapp aria-hidden />}
          component="a"
          href={whatsAppLink(person.phone, text)}
          target="_blank"
          rel="noreferrer"
        >
          {t('person:link.whatsApp')}
        </Button>
        <Button size="sm" icon={<IconMessage aria-hidden />} component="a" href={smsLink(person.phone, text)}>
          {t('person:link.sms')}
        </Button>
      </div>
      <p className="row gap-6 meta" ref={scrollInto}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        {t('person:link.until', { time: formatDateTime(lastMoment(expiresAt), i18n.language, timeZone) })}
      </p>
    </>
  )
}
