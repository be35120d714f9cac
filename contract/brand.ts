import { z } from 'zod'
import { clientId } from './clients.ts'
import { line, locale, paragraph } from './fields.ts'
import { foldText } from './fold.ts'
import { call } from './kit.ts'

/** Characters of a text that people read before or after their tests. */
export const maxBrandText = 600

/** A logo as it is stored: at most 360 × 120 pixels, on white. */
export const brandLogo = z.object({
  /** The picture's address, another one for each picture. */
  url: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
})
export type BrandLogo = z.infer<typeof brandLogo>

/** A client's colour as `#rrggbb`, or empty for the platform's. */
const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, { error: 'brand_color' })

/** The look of a client's pages, for those who see them. */
export const brandLook = z.object({
  logo: brandLogo.nullable(),
  /** `#rrggbb`; null for the platform's colour. */
  color: z.string().nullable(),
  /** The colour of words on it; null without a colour. */
  textColor: z.string().nullable(),
})
export type BrandLook = z.infer<typeof brandLook>

/** The brand of a test's client as its taker sees it, with the texts in their language, empty for none. */
export const ownBrand = brandLook.extend({ intro: z.string(), thanks: z.string() })
export type OwnBrand = z.infer<typeof ownBrand>

/** A text in both languages, plain: no HTML, and addresses in it are words. */
const text = paragraph(maxBrandText)

/** True for a name with the platform's in it, however its letters are spread: mails would seem to be from the platform itself. */
export const namesPlatform = (name: string): boolean =>
  foldText(name.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .includes('terazi')

/** The fields that are typed; the logo is a file of its own. */
export const brandFields = z.strictObject({
  color,
  /** The name that mails are from; empty for the client's own. */
  senderName: line(60, 0).refine((name) => !namesPlatform(name), { error: 'platform_name' }),
  introTr: text,
  introEn: text,
  thanksTr: text,
  thanksEn: text,
})
export type BrandFields = z.infer<typeof brandFields>

export const brand = brandFields.extend({ logo: brandLogo.nullable() })
export type Brand = z.infer<typeof brand>

export const getBrand = call({
  name: 'getBrand',
  method: 'GET',
  path: '/clients/:clientId/brand/',
  tag: 'Clients',
  summary: 'A client’s own brand; empty fields are the platform’s',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: brand },
  errors: ['not_found'],
})

export const updateBrand = call({
  name: 'updateBrand',
  method: 'PUT',
  path: '/clients/:clientId/brand/',
  tag: 'Clients',
  summary:
    'Change a client’s brand; omitted fields stay as they are. A colour that can’t be seen in light or dark mode is refused with the nearest one that can',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: brandFields.partial(),
  answer: { status: 200, json: brand },
  errors: ['not_found'],
})

export const setLogo = call({
  name: 'setLogo',
  method: 'PUT',
  path: '/clients/:clientId/brand/logo/',
  tag: 'Clients',
  summary:
    'Set a client’s logo; it is redrawn on white within 360 × 120 pixels, so that nothing else in the file is kept',
  access: 'manager',
  subject: 'client',
  params: clientId,
  upload: { accepts: ['image/png', 'image/jpeg', 'image/webp'] },
  bodyLimit: 2 * 1024 * 1024,
  answer: { status: 200, json: brand },
  errors: ['not_found'],
})

export const removeLogo = call({
  name: 'removeLogo',
  method: 'DELETE',
  path: '/clients/:clientId/brand/logo/',
  tag: 'Clients',
  summary: 'Remove a client’s logo',
  access: 'manager',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: brand },
  errors: ['not_found'],
})

/** Outside of the API, like avatars: a browser asks for a picture without the session's header. */
export const logoImage = call({
  name: 'logoImage',
  method: 'GET',
  path: '/logos/:logoId/',
  root: true,
  tag: 'Clients',
  summary: 'A client’s logo itself, under an address made from its content',
  access: 'guest',
  params: z.object({ logoId: z.string().regex(/^[\w-]{22}$/) }),
  answer: { status: 200, file: 'image/png' },
  errors: ['not_found'],
})

/** The places of which the server draws a preview: it writes mails and paper itself. */
export const previewedPlace = z.enum(['mail', 'slip', 'report'])
export type PreviewedPlace = z.infer<typeof previewedPlace>

export const previewBrand = call({
  name: 'previewBrand',
  method: 'POST',
  path: '/clients/:clientId/brand/preview/',
  tag: 'Clients',
  summary: 'What a mail, a slip or a report would look like with these fields; nothing is saved',
  access: 'manager',
  subject: 'client',
  pace: 'previews',
  params: clientId,
  body: brandFields.extend({ place: previewedPlace, locale }),
  answer: {
    status: 200,
    json: z.object({
      /** The sender's name and the subject of the mail; empty for paper. */
      from: z.string(),
      subject: z.string(),
      /** The mail as a document, its pictures within it; empty for paper. */
      html: z.string(),
      /** The paper as an SVG, its pages one below the other; empty for the mail. */
      svg: z.string(),
    }),
  },
  errors: ['not_found'],
})
