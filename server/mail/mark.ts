import { readFileSync } from 'node:fs'

/** The mark as mails show it, 36 px: white on indigo, drawn at three times the size. */
export const markFile = readFileSync(new URL('mark-mail.png', import.meta.url))

/** The name by which a mail's HTML refers to the mark that travels with it. */
export const markContentId = 'mark@terazi'
