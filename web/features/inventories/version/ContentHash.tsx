import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import { formatHash } from '#contract/format.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../inventories.module.css'

/** The number of digits, the same as in a report; the button copies them all. */
const shown = 8

/** The hash that a version was frozen by, and whether the stored content still agrees with it. */
export function ContentHash({ content }: { content: VersionContent }) {
  const { t } = useTranslation()
  const { state, hash, intact } = content
  return (
    <div className="stack gap-4">
      <p className={`row wraps ${classes.hashLine}`}>
        <span className="meta">{t('inventories:hash.title')}</span>
        <code className={classes.hash}>{formatHash(hash, shown)}…</code>
        <CopyButton
          value={hash}
          label={t('inventories:hash.copy')}
          copiedLabel={t('inventories:hash.copied')}
        />
        {intact === true ? (
          <StatusWord tone="done" icon={IconShieldCheck}>
            {t('inventories:hash.intact')}
          </StatusWord>
        ) : null}
      </p>
      <p className="meta">{t(state === 'draft' ? 'inventories:hash.draft' : 'inventories:hash.rule')}</p>
      {intact === false ? (
        <Alert type="danger" duration={0} title={t('inventories:hash.altered.title')}>
          {t('inventories:hash.altered.text')}
        </Alert>
      ) : null}
    </div>
  )
}
