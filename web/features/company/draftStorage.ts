import { tabDrafts } from '../../app/tabDrafts.ts'
import { draft } from './draft.ts'

export const { read: readDraft, write: writeDraft } = tabDrafts('terazi.company', draft)
