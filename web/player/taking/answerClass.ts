import type { FormItem } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import { hasPictures } from '../items/answering.ts'
import styles from './taking.module.css'

/** The style class that fits an item's fields and its material on the screen. */
export const answerClass = (item: FormItem) =>
  cx(
    'flex vertical rigid',
    (hasPictures(item) || item.stimulus !== undefined) && styles.close,
    hasPictures(item) && styles.pictured,
  )
