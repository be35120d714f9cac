import type { FormItem } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import { hasPictures } from '../items/answering.ts'
import styles from './taking.module.css'

/** How an item's fields share the screen with what it asks about. */
export const answerClass = (item: FormItem) =>
  cx(
    styles.answer,
    (hasPictures(item) || item.stimulus !== undefined) && styles.close,
    hasPictures(item) && styles.pictured,
  )
