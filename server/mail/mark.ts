import { readFileSync } from 'node:fs'

/** The mark as mails show it, 36 px: white on indigo, drawn at three times the size. */
export const markFile = readFileSync(new URL('mark-mail.png', import.meta.url))

/** The name by which a mail's HTML refers to the mark that travels with it. */
export const markContentId = 'mark@terazi'

/** The same of a client's logo. */
export const logoContentId = 'logo@terazi'

const inline = (image: Uint8Array) => `data:image/png;base64,${Buffer.from(image).toString('base64')}`

/** A mail's HTML with the logo within it. */
export const withLogo = (html: string, logo: Uint8Array): string =>
  html.replaceAll(`cid:${logoContentId}`, inline(logo))

/** A mail's HTML with all of its pictures within it. */
export const withPictures = (html: string, logo: Uint8Array | undefined): string =>
  (logo === undefined ? html : withLogo(html, logo)).replaceAll(`cid:${markContentId}`, inline(markFile))
