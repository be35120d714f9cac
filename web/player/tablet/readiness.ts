import { t } from '../words.ts'
import { canKeepPages } from './keptPages.ts'
import { isReady, type TabletPageState } from './state.ts'

/** Tells what a tablet still lacks for a place without a connection; undefined if it is ready. */
export function lackingWords(state: TabletPageState): string | undefined {
  if (isReady(state)) return undefined
  if (state.full && !state.prepared) return t('tablet:prepared.full')
  if (!canKeepPages()) return t('tablet:prepared.noPages')
  return state.reached ? t('tablet:prepared.loading') : t('tablet:prepared.noLine')
}
