import type { FC } from 'react'
import type { FormItem } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { chosenOption, type ItemProps, namesBlackOrWhite } from './answering.ts'
import { ChoiceItem } from './ChoiceItem.tsx'
import { Figure } from './Figure.tsx'
import { ForcedChoiceItem } from './ForcedChoiceItem.tsx'
import styles from './items.module.css'
import { NumericItem } from './NumericItem.tsx'
import { OrderingItem } from './OrderingItem.tsx'
import { PartsItem } from './PartsItem.tsx'
import { TileItem } from './TileItem.tsx'
import './words.ts'

const views: Record<FormItem['type'], FC<ItemProps>> = {
  single: ChoiceItem,
  likert: ChoiceItem,
  true_false: ChoiceItem,
  situational: ChoiceItem,
  multiple: ChoiceItem,
  image_choice: TileItem,
  ordering: OrderingItem,
  numeric: NumericItem,
  gap: PartsItem,
  inline_choice: PartsItem,
  matching: PartsItem,
  forced_choice: ForcedChoiceItem,
}

const helped: readonly FormItem['type'][] = ['multiple', 'ordering', 'matching', 'forced_choice']

/** Tells that a question about health may stay blank, with a button to clear what was chosen. */
export function MayLeaveBlank({
  kept,
  answer,
}: Pick<ItemProps, 'kept'> & { answer: (value: string) => void }) {
  return (
    <p className={cx(styles.help, styles.blank)} lang={document.documentElement.lang}>
      {t('player-item:item.mayLeaveBlank')}
      {chosenOption(kept) && (
        <Button look="plain" onClick={() => answer('')}>
          {t('player-item:item.clear')}
        </Button>
      )}
    </p>
  )
}

/** One item: its prompt, its figure, and the fields to answer it. The prompt takes the focus when the item is opened. */
export function ItemView(props: ItemProps) {
  const { item, reading } = props
  const pictured = item.options?.some((option) => option.image !== undefined)
  const View = pictured && views[item.type] === ChoiceItem ? TileItem : views[item.type]
  return (
    <fieldset className={`flex vertical ${styles.field}`} lang={item.lang}>
      <legend>
        <h1 id="prompt" tabIndex={-1} className={styles.prompt}>
          <span className={cx(reading === 0 && styles.said)}>
            {item.prompt.replace(/\[\[[^[\]]*\]\]/g, '____')}
          </span>
        </h1>
      </legend>
      {helped.includes(item.type) && (
        <p className={styles.help} lang={document.documentElement.lang}>
          {t(`player-item:help.${item.type}`)}
        </p>
      )}
      {item.image && <Figure image={item.image} alt={item.alt ?? ''} asPrinted={namesBlackOrWhite(item)} />}
      <View {...props} />
      {item.mayLeaveBlank && <MayLeaveBlank {...props} />}
    </fieldset>
  )
}
