import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../button/Button.tsx'
import classes from './DataTable.module.css'
import type { Selection } from './tableTypes.ts'

/** Slides in between toolbar and table while rows are selected: how many, all that match, and what can be done. */
export function SelectionBar({
  selected,
  onChange,
  matching,
  actions,
  count,
}: Selection & { /** Matching rows on all pages. */ count: number }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const all = matching?.all === true
  const picked = all ? count : selected.size

  const clear = () => {
    matching?.onAll(false)
    onChange(new Set())
  }

  return (
    <>
      {/* Always there, so that the first tick is announced too. */}
      <span className="sr" role="status">
        {picked > 0 ? t('ui:table.selected', { count: picked, number: number(picked) }) : ''}
      </span>
      {picked > 0 ? (
        <div className={`row wraps gap-12 ${classes.bulk}`}>
          <div className={`cluster align-center gap-12 ${classes.picked}`}>
            <b aria-hidden>{t('ui:table.selected', { count: picked, number: number(picked) })}</b>
            {matching && !all && count > selected.size ? (
              <Button variant="plain" size="sm" onClick={() => matching.onAll(true)}>
                {t('ui:table.selectMatching', { number: number(count) })}
              </Button>
            ) : null}
            <Button variant="plain" size="sm" onClick={clear}>
              {t('ui:table.clearSelection')}
            </Button>
          </div>
          {actions ? <div className={`cluster push-end gap-8 ${classes.actions}`}>{actions}</div> : null}
        </div>
      ) : null}
    </>
  )
}
