import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Client, getClient, updateClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import { type SelectedClient, selectClient } from '../../app/clientSelection.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { useAction } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Failure } from '../../ui/feedback/Failure.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import classes from './company.module.css'
import { FormSkeleton } from './FormSkeleton.tsx'
import { OrganisationTabs } from './OrganisationTabs.tsx'
import { problemOf } from './problems.ts'

/** The chosen organisation's name and contact data, with a link to its billing details. */
export default function OrganisationPage() {
  return <ClientGate>{(client) => <Organisation key={client.value} client={client} />}</ClientGate>
}

function Organisation({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const params = { clientId: client.value }
  const stored = useQuery({
    queryKey: ['client', client.value, 'record'],
    queryFn: ({ signal }) => api(getClient, { params, signal }),
  })
  return (
    <>
      <PageHeader lead={t('company:organisation.lead')} />
      <OrganisationTabs current="organisation" />
      {stored.isError && !stored.data ? (
        <Card>
          <LoadFailure of={stored} title={t('company:failed')} />
        </Card>
      ) : null}
      {stored.data ? <Contact record={stored.data} /> : stored.isError ? null : <FormSkeleton />}
      <Card>
        <CardHeader
          title={t('company:billing.title')}
          actions={
            <Button size="sm" component={Link} to={paths.company}>
              {t('company:organisation.editBilling')}
            </Button>
          }
        />
        <CardBody>
          <p className="muted">{t('company:organisation.billing')}</p>
        </CardBody>
      </Card>
    </>
  )
}

function Contact({ record }: { record: Client }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { id, name, email, phone } = record
  const problem = (field: 'name' | 'email' | 'phone', value: string) => {
    const found = problemOf(field, value)
    return found && t(`validation:${found.key}`, { limit: found.limit })
  }
  const saving = useAction(updateClient, {
    done: t('company:saved'),
    failed: t('company:notSent'),
    inline: true,
    after: (saved) => {
      queries.setQueryData(['client', id, 'record'], saved)
      selectClient({ value: id, label: saved.name })
      form.clear()
    },
  })
  const form = useForm({
    start: { name, email, phone },
    schemas: updateClient.body.shape,
    check: (values) => ({
      name: problem('name', values.name),
      email: problem('email', values.email),
      phone: problem('phone', values.phone),
    }),
    sending: saving,
    send: (values) =>
      saving.mutate({
        params: { clientId: id },
        body: { name: values.name.trim(), email: values.email.trim(), phone: values.phone.trim() },
      }),
    whenLeft: true,
  })
  return (
    <Card>
      <CardHeader title={t('company:organisation.contact')} />
      <CardBody>
        <Form form={form} className={`stack gap-20 ${classes.contact}`}>
          <Failure of={form} />
          <TextField
            {...form.input('name')}
            label={t('company:field.name')}
            help={t('company:help.name')}
            autoComplete="organization"
          />
          <div className="stack two-columns gap-20">
            <TextField {...form.input('email')} autoComplete="email" label={t('company:field.email')} />
            <TextField {...form.input('phone')} autoComplete="tel" label={t('company:field.phone')} />
          </div>
          <div>
            <Button type="submit" variant="solid" loading={saving.isPending}>
              {t('company:submit.edit')}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
