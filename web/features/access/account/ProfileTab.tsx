import { useTranslation } from 'react-i18next'
import { takesTests } from '#contract/access.ts'
import { formatDate } from '#contract/format.ts'
import { myDataPage } from '#contract/pages.ts'
import { updateUser } from '#contract/users.ts'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import card from '../../../ui/form/CardForm.module.css'
import { CardForm } from '../../../ui/form/CardForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from './account.module.css'
import type { PanelProps } from './panel.ts'
import { useSaveAccount } from './useAccount.ts'

/** The profile as others see it, and the person's phone number. */
export function ProfileTab({ user, onUnsaved }: PanelProps) {
  const { t } = useTranslation()
  const locale = useLocaleSettings((state) => state.currentLang)
  return (
    <>
      <Card>
        <CardHeader title={t('account:profile.title')} />
        <CardBody>
          <div className={`row min-0 gap-16 ${classes.person}`}>
            <Avatar name={user.name || user.userName} src={user.avatar} size="xl" />
            <div>
              <b className="block text-18 semibold breakable">{user.name || user.userName}</b>
              <div className={`cluster gap-6 ${classes.pills}`}>
                {user.authority.map((role) => (
                  <Pill key={role}>{t(`account:role.${role}`)}</Pill>
                ))}
              </div>
            </div>
          </div>
          <dl className={`stack ${classes.facts}`}>
            <dt className="muted">{t('account:email.label')}</dt>
            <dd className="breakable">{user.email || t('account:profile.none')}</dd>
            <dt className="muted">{t('account:profile.company')}</dt>
            <dd className="breakable">
              <bdi>{user.company || t('account:profile.none')}</bdi>
            </dd>
            <dt className="muted">{t('account:profile.since')}</dt>
            <dd className="breakable">{formatDate(user.createdAt, locale, user.timeZone)}</dd>
          </dl>
        </CardBody>
      </Card>
      <PhoneCard user={user} onUnsaved={onUnsaved} />
      {takesTests(user) && (
        <Card>
          <CardHeader title={t('account:data.title')} />
          <CardBody>
            <p>{t('account:data.text')}</p>
            <div className={card.actions}>
              {/* Another document: the player's. */}
              <Button component="a" href={myDataPage}>
                {t('account:data.open')}
              </Button>
            </div>
          </CardBody>
        </Card>
      )}
    </>
  )
}

const { phone: phoneSchema } = updateUser.body.shape

function PhoneCard({ user, onUnsaved }: PanelProps) {
  const { t } = useTranslation()
  const saving = useSaveAccount()
  const form = useForm({
    start: { phone: user.phone },
    schemas: updateUser.body.shape,
    check: ({ phone }) => ({
      phone: phoneSchema.safeParse(phone).success ? undefined : t('account:phone.invalid'),
    }),
    sending: saving,
    send: ({ phone }) => saving.mutate({ phone: phone.trim() }, { onSuccess: () => form.clear() }),
    whenLeft: true,
  })
  return (
    <CardForm
      title={t('account:phone.title')}
      form={form}
      saving={saving}
      submit={t('account:save')}
      onUnsaved={onUnsaved}
    >
      <TextField
        {...form.input('phone')}
        autoComplete="tel"
        label={t('account:phone.label')}
        help={t('account:phone.help')}
      />
    </CardForm>
  )
}
