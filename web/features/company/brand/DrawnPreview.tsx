import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BrandFields,
  type BrandLogo,
  brandFields,
  type PreviewedPlace,
  previewBrand,
} from '#contract/brand.ts'
import type { Locale } from '#contract/fields.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import classes from './brand.module.css'

interface DrawnPreviewProps {
  clientId: string
  place: PreviewedPlace
  fields: BrandFields
  logo: BrandLogo | null
  locale: Locale
}

/** A mail, a slip or a report, which the server draws as it draws the real ones. */
export function DrawnPreview({ clientId, place, fields, logo, locale }: DrawnPreviewProps) {
  const { t } = useTranslation()
  const title = t('brand:preview.frame', { place: t(`brand:preview.${place}`) })
  const valid = brandFields.safeParse(fields)
  const drawn = useQuery({
    queryKey: ['brand-preview', clientId, place, locale, fields, logo?.url],
    queryFn: ({ signal }) =>
      api(previewBrand, { params: { clientId }, body: { ...fields, place, locale }, signal }),
    enabled: valid.success,
    placeholderData: keepPreviousData,
  })
  if (drawn.isError) return <LoadFailure of={drawn} title={t('brand:preview.failed')} />
  if (drawn.data === undefined) return <p role="status">{t('brand:preview.waiting')}</p>
  const { from, subject, html, svg } = drawn.data
  if (svg !== '') return <Paper svg={svg} title={title} cut={place === 'slip'} />
  if (html === '') return <p role="status">{t('brand:preview.waiting')}</p>
  return (
    <div className="stack one-column gap-8">
      <p className="breakable">
        <span className="muted">{t('brand:preview.from')}:</span> <b className="semibold">{from}</b>
      </p>
      <p className="breakable">
        <span className="muted">{t('brand:preview.subject')}:</span> <b className="semibold">{subject}</b>
      </p>
      {/* A frame that runs nothing and leads nowhere. */}
      <iframe className={`edged rounded-lg ${classes.frame}`} title={title} sandbox="" srcDoc={html} />
    </div>
  )
}

/** A page as a picture. A slip is the first of the eight on its sheet. */
function Paper({ svg, title, cut }: { svg: string; title: string; cut: boolean }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [svg])
  return (
    <div className={`edged rounded-lg clip ${cut ? classes.slip : classes.paper}`}>
      {address === undefined ? null : <img src={address} alt={title} />}
    </div>
  )
}
