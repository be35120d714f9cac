import { withoutInvisible } from '#contract/fields.ts'

/** Bytes of a name in UTF-8: file systems take 255, and a path on Windows 260 letters in all, with the folders around it. */
const [longestFile, longestFolder] = [150, 80]

/** Names that Windows keeps for devices, with or without an ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** A name that Windows, macOS and Linux take, in composed letters. Empty where nothing is left. */
function safeName(name: string, longest: number): string {
  const plain = withoutInvisible(name.normalize('NFC'))
    .replace(/[\p{Cc}\p{Cs}\p{Co}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '')
  const cut = withoutEnd(withinBytes(plain, longest))
  return reserved.test(cut) ? `_${cut}` : cut
}

/** A text without points and spaces at its end, which Windows leaves out. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '. '.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** The beginning of a text that has so many bytes at most, without half a letter. */
function withinBytes(text: string, most: number): string {
  let bytes = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter('tr', { granularity: 'grapheme' }).segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    kept += segment
  }
  return kept
}

/** Names that some system takes for the same. */
const folded = (name: string) => name.toLocaleLowerCase('en').toLocaleUpperCase('en').normalize('NFC')

export interface Named {
  readonly person: string
  readonly code: string
  /** The day on which the test was completed, ISO. */
  readonly day: string
  /** Empty: no folder. */
  readonly group: string
}

/**
 * Names files of reports one after the other, such as `Satış/Ayşe Demir – AYT – 2026-11-28.pdf`. Equal names get a number; names
 * that differ in capitals alone are equal, because most systems take them so.
 */
export class FileNames {
  readonly #used = new Set<string>()
  readonly #folders = new Map<string, string>()

  /** @param used paths that an earlier run has given */
  constructor(used: readonly string[] = []) {
    for (const path of used) {
      this.#used.add(folded(path))
      const [folder = '', file] = path.split('/')
      if (file !== undefined) this.#folders.set(folded(folder), folder)
    }
  }

  pathOf({ person, code, day, group }: Named): string {
    const ending = ` – ${code} – ${day}`
    const stem = safeName(person, longestFile - Buffer.byteLength(ending)) || '_'
    const folder = this.#folderOf(group)
    for (let count = 1; ; count += 1) {
      const mark = count === 1 ? '' : ` (${count})`
      const path = `${folder}${stem}${ending}${mark}.pdf`
      if (this.#used.has(folded(path))) continue
      this.#used.add(folded(path))
      return path
    }
  }

  /** Groups that differ in capitals alone share the folder that came first. */
  #folderOf(group: string): string {
    const name = safeName(group, longestFolder)
    if (name === '') return ''
    const known = this.#folders.get(folded(name))
    if (known === undefined) this.#folders.set(folded(name), name)
    return `${known ?? name}/`
  }
}
