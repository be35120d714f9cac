import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { makeInvitationLink } from '#contract/invitations.ts'
import { api } from '../../../app/api.ts'
import { problemOf } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { whatsAppLink } from './messengerLinks.ts'
import { useMessage } from './useMessage.ts'

interface WhatsAppQueueProps {
  client: SelectedClient
  locale: 'tr' | 'en'
  /** People with a number that WhatsApp takes. */
  people: readonly { membershipId: string; name: string; phone: string }[]
  onClose: () => void
}

/** One message after the other: the link of the person shown is made, and one press opens WhatsApp and goes on to the next. */
export function WhatsAppQueue({ client, locale, people, onClose }: WhatsAppQueueProps) {
  const { t, i18n } = useTranslation()
  const [at, setAt] = useState(0)
  const write = useMessage(locale)
  const person = people[at]
  const membershipId = person?.membershipId ?? ''
  const made = useQuery({
    // A link for each person of this queue, made once and forgotten with it.
    queryKey: ['handedLink', client.value, membershipId],
    queryFn: () => api(makeInvitationLink, { params: { clientId: client.value, membershipId }, body: {} }),
    enabled: person !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const number = (value: number) => formatNumber(value, i18n.language)
  const next = () => setAt(at + 1)
  return (
    <SidePanel opened title={t('person:queue.title')} onClose={onClose}>
      <div className="stack gap-16">
        {person === undefined ? (
          <p role="status">{t('person:queue.over')}</p>
        ) : (
          <p aria-live="polite">
            <b dir="auto">{person.name}</b>
            <span className="meta">
              {' '}
              {person.phone} · {t('person:queue.place', { at: number(at + 1), of: number(people.length) })}
            </span>
          </p>
        )}
        <Failure of={{ problem: problemOf(made.error, t('person:link.failed')) }} />
        <div className="cluster gap-8">
          {person === undefined ? (
            <Button variant="solid" onClick={onClose}>
              {t('ui:dialog.close')}
            </Button>
          ) : (
            <>
              {made.data ? (
                <Button
                  variant="solid"
                  icon={<IconBrandWhatsapp aria-hidden />}
                  component="a"
                  href={whatsAppLink(
                    person.phone,
                    write({ ...made.data, name: person.name, client: client.label }),
                  )}
                  target="_blank"
                  rel="noreferrer"
                  onClick={next}
                >
                  {t('person:queue.send')}
                </Button>
              ) : (
                <Button variant="solid" loading={made.isPending} onClick={() => void made.refetch()}>
                  {t('person:queue.send')}
                </Button>
              )}
              <Button onClick={next}>{t('person:queue.skip')}</Button>
            </>
          )}
        </div>
      </div>
    </SidePanel>
  )
}
