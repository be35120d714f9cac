import { jsonFault } from '#contract/jsonFault.ts'
import type { Document } from '../useCatalogue.ts'

/** The server's limit, 5 MiB, less the rest of the request. */
export const maxDocumentBytes = 5 * 1024 * 1024 - 1024

export type Read =
  | { document: Document }
  | { fault: 'tooLarge' | 'notObject' | 'unreadable' }
  /** No JSON from this line on. */
  | { fault: 'syntax'; line: number }
  /** An object gives this name a second time there. */
  | { fault: 'twice'; line: number; name: string }

const isDocument = (json: unknown): json is Document =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A chosen file as a document, or what is wrong with the file itself. */
export async function readDocument(file: File): Promise<Read> {
  if (file.size > maxDocumentBytes) return { fault: 'tooLarge' }
  let read: string
  try {
    read = await file.text()
  } catch {
    // The disk it lay on is gone, or the file changed since.
    return { fault: 'unreadable' }
  }
  // Editors of old put a mark before the first character that is no part of JSON.
  const text = read.replace(/^\uFEFF/, '')
  const found = jsonFault(text)
  if (found?.twice !== undefined) return { fault: 'twice', line: found.line, name: found.twice }
  if (found) return { fault: 'syntax', line: found.line }
  const json: unknown = JSON.parse(text)
  return isDocument(json) ? { document: json } : { fault: 'notObject' }
}
