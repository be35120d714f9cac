import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandFields, BrandLogo, BrandLook } from '#contract/brand.ts'
import { failingMode, textOn } from '#contract/brandColor.ts'
import type { Locale } from '#contract/fields.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { BrandHead } from '../../../ui/layout/BrandHead.tsx'
import classes from './brand.module.css'
import { DrawnPreview } from './DrawnPreview.tsx'
import { PlayerPreview } from './PlayerPreview.tsx'

const places = ['start', 'end', 'mail', 'slip', 'report', 'share'] as const
type Place = (typeof places)[number]
const isPlace = (value: string | null): value is Place => places.some((place) => place === value)

/** A colour that the server draws with, else none: the values that rested may still have one that was replaced since. */
function usable(typed: string): string {
  const color = typed.trim().toLowerCase()
  return /^#[0-9a-f]{6}$/.test(color) && failingMode(color) === undefined ? color : ''
}

/** Rest of the typing after which the server draws again. */
const restMs = 500

interface BrandPreviewsProps {
  client: SelectedClient
  fields: BrandFields
  logo: BrandLogo | null
  /** The colour can't be used: nothing is drawn with it. */
  wrong: boolean
}

/** Each place where people meet the brand, drawn with the real parts and with what is typed so far. */
export function BrandPreviews({ client, fields, logo, wrong }: BrandPreviewsProps) {
  const { t, i18n } = useTranslation()
  const [place, setPlace] = useState<Place>('start')
  const [locale, setLocale] = useState<Locale>(i18n.language === 'en' ? 'en' : 'tr')
  const [dark, setDark] = useState(false)
  const color = fields.color.trim().toLowerCase()
  const [rested] = useDebouncedValue(fields, restMs)
  const look: BrandLook =
    color === '' || wrong ? { logo, color: null, textColor: null } : { logo, color, textColor: textOn(color) }
  const inPlayer = place === 'start' || place === 'end'
  return (
    <div className="stack one-column gap-16">
      <div className={`cluster gap-12 ${classes.controls}`}>
        <SelectField
          label={t('brand:preview.place')}
          data={places.map((value) => ({ value, label: t(`brand:preview.${value}`) }))}
          value={place}
          allowDeselect={false}
          onChange={(value) => {
            if (isPlace(value)) setPlace(value)
          }}
        />
        <Segmented
          label={t('brand:preview.language')}
          data={[
            { value: 'tr', label: 'Türkçe' },
            { value: 'en', label: 'English' },
          ]}
          value={locale}
          onChange={(value) => setLocale(value === 'en' ? 'en' : 'tr')}
        />
        {inPlayer ? (
          <Segmented
            label={t('brand:preview.mode')}
            data={(['light', 'dark'] as const).map((value) => ({
              value,
              label: t(`brand:preview.${value}`),
            }))}
            value={dark ? 'dark' : 'light'}
            onChange={(value) => setDark(value === 'dark')}
          />
        ) : null}
      </div>
      {inPlayer ? (
        <PlayerPreview
          title={t('brand:preview.frame', { place: t(`brand:preview.${place}`) })}
          shown={{
            page: place,
            client: client.label,
            brand: {
              ...look,
              intro: (locale === 'tr' ? fields.introTr : fields.introEn).trim(),
              thanks: (locale === 'tr' ? fields.thanksTr : fields.thanksEn).trim(),
            },
            locale,
            dark,
          }}
        />
      ) : place === 'share' ? (
        <SharePreview client={client} look={look} locale={locale} />
      ) : (
        <DrawnPreview
          clientId={client.value}
          place={place}
          fields={{ ...rested, color: usable(rested.color) }}
          logo={logo}
          locale={locale}
        />
      )}
    </div>
  )
}

/** The head of a shared page. */
function SharePreview({ client, look, locale }: { client: SelectedClient; look: BrandLook; locale: Locale }) {
  const { t } = useTranslation()
  const own = look.logo !== null || look.color !== null
  return (
    <div className={`stack one-column gap-16 edged rounded-lg surface ${classes.shared}`} lang={locale}>
      <BrandHead brand={own ? look : undefined} name={client.label} />
      <p className="semibold text-20">{t('shared:title', { lng: locale })}</p>
      <p className="muted">{t('shared:confidential', { lng: locale })}</p>
    </div>
  )
}
