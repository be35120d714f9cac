import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import type { MadeShare } from './ShareForm.tsx'

/** The link and its PIN, which is shown this once. */
export function ShareMade({ of: { recipient, url, pin }, onClose }: { of: MadeShare; onClose: () => void }) {
  const { t } = useTranslation('shares')
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack one-column gap-16">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-16">
          {t('shares:made.link', { recipient })}
        </h3>
        <div className="above-8">
          <LinkBox url={url} copy={t('shares:made.copyLink')} />
        </div>
      </div>
      <div>
        <h3 className="text-16">{t('shares:made.pin')}</h3>
        <div className="above-8">
          <LinkBox
            url={pin}
            shown={<span className="text-20 semibold num">{`${pin.slice(0, 3)} ${pin.slice(3)}`}</span>}
            copy={t('shares:made.copyPin')}
          />
        </div>
      </div>
      <Alert type="warning" duration={0} title={t('shares:made.once')}>
        {t('shares:made.channel')}
      </Alert>
      <div className="cluster justify-end gap-8 above-8">
        <Button component={Link} to={paths.shares}>
          {t('shares:made.list')}
        </Button>
        <Button variant="solid" onClick={onClose}>
          {t('shares:made.done')}
        </Button>
      </div>
    </div>
  )
}
