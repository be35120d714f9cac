import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Brand, type BrandFields, brandFields, updateBrand } from '#contract/brand.ts'
import { failingMode } from '#contract/brandColor.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { BrandPreviews } from './BrandPreviews.tsx'
import classes from './brand.module.css'
import { ColorField } from './ColorField.tsx'
import { LogoField } from './LogoField.tsx'

const texts = ['introTr', 'introEn', 'thanksTr', 'thanksEn'] as const

/** The form of a brand with what it would look like: beside it where there is room, else below. */
export function BrandEditor({ client, brand }: { client: SelectedClient; brand: Brand }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { logo, ...start } = brand
  const params = { clientId: client.value }
  const queryKey = ['client', client.value, 'brand']
  const problemOf = (color: string) => {
    const found = brandFields.shape.color.safeParse(color)
    if (!found.success) return t('validation:brand_color')
    const mode = found.data === '' ? undefined : failingMode(found.data)
    return mode && t(`brand:color.${mode}`)
  }
  const saving = useAction(updateBrand, {
    done: t('brand:saved'),
    inline: true,
    after: (saved) => {
      queries.setQueryData(queryKey, saved)
      form.clear()
    },
  })
  const form = useForm<BrandFields>({
    start,
    schemas: brandFields.shape,
    check: ({ color }) => ({ color: problemOf(color) }),
    sending: saving,
    send: (body) => saving.mutate({ params, body }),
    whenLeft: true,
  })
  return (
    <div className={`stack align-start gap-24 ${classes.editor}`}>
      <Card>
        <CardBody className="stack one-column gap-20">
          <LogoField clientId={client.value} name={client.label} logo={logo} />
          <Form form={form} className="stack one-column gap-20">
            <Failure of={form} />
            <ColorField
              {...form.input('color')}
              problem={problemOf(form.values.color)}
              onPick={(color) => form.set('color', color)}
            />
            <TextField
              {...form.input('senderName')}
              label={t('brand:sender.label')}
              help={t('brand:sender.help', { name: form.values.senderName.trim() || client.label })}
            />
            <div className="stack one-column gap-16">
              <h2 className="semibold text-16">{t('brand:texts.title')}</h2>
              <p className="muted text-13">{t('brand:texts.help')}</p>
              {texts.map((name) => (
                <TextareaField
                  key={name}
                  {...form.input(name)}
                  rows={3}
                  label={t(`brand:texts.${name}`)}
                  lang={name.endsWith('Tr') ? 'tr' : 'en'}
                />
              ))}
            </div>
            <div>
              <Button type="submit" variant="solid" loading={saving.isPending}>
                {t('brand:submit')}
              </Button>
            </div>
          </Form>
        </CardBody>
      </Card>
      <Card className={classes.preview}>
        <CardHeader title={t('brand:preview.title')} />
        <CardBody>
          <BrandPreviews
            client={client}
            fields={form.values}
            logo={logo}
            wrong={problemOf(form.values.color) !== undefined}
          />
        </CardBody>
      </Card>
    </div>
  )
}
