import { textOn } from '#contract/brandColor.ts'
import type { Locale } from '#contract/fields.ts'
import { html, type Markup } from './html.ts'
import { logoContentId, markContentId } from './mark.ts'

/** A piece of a line: words, stressed words, or something to open. */
export type Piece = string | { strong: string } | { link: string; label: string }

/** The content of a mail; the HTML and the plain text are two ways of writing it. */
export interface Content {
  locale: Locale
  subject: string
  /** The words that a list of mails shows after the subject. */
  preheader: string
  heading: string
  paragraphs: readonly (readonly Piece[])[]
  rows: readonly { label: string; value: string }[]
  /**
   * `fallback` comes before the written-out address under the button, `lead` before it in the plain text; null where there
   * is nothing to open.
   */
  action: { label: string; url: string; fallback: string; lead: string } | null
  notes: readonly string[]
  closing: readonly (readonly Piece[])[]
  /** The look of the client in whose name it is written; its picture travels with the mail as the mark does. */
  brand?: {
    readonly name: string
    /** `#rrggbb`; empty for the platform's. */
    readonly color: string
    readonly logo: { readonly width: number; readonly height: number } | null
  }
}

// A long name or address breaks rather than widening the mail.
const font = html`font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;word-break:break-word;`

// These styles can't be inline. A client that drops them shows the light mail, which is complete.
const styles = html`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .ground { padding: 12px 8px !important; }
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .h { font-size: 23px !important; line-height: 29px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground, .page { background: #0c0f15 !important; }
  .card { background: #141821 !important; border-color: #272d3a !important; }
  .ink { color: #eef0f5 !important; }
  .dim { color: #b4bbc8 !important; }
  .line { border-color: #272d3a !important; }
  .well { background: #1e2430 !important; }
  .link { color: #a5b4fc !important; }
}`

/**
 * Writes a mail as HTML: tables and inline styles, 600 px wide at most, readable in 320. Every value is escaped.
 * The mark is a picture that travels with the mail (mark.ts).
 */
export function mailHtml(content: Content): string {
  return html`<!doctype html>
<html lang="${content.locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${content.subject}</title>
<style>${styles}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f0f1f5;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0;">${content.preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;"><tr>
<td class="ground" align="center" bgcolor="#f0f1f5" style="padding:24px 12px;background:#f0f1f5;">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:600px;max-width:100%;background:#ffffff;border:1px solid #e0e3e9;border-radius:12px;border-collapse:separate;">
${headOf(content.brand)}
<tr><td class="pad" style="padding:24px 32px 8px;">
<h1 class="h ink" style="${font}margin:0 0 14px;font-size:26px;line-height:32px;font-weight:bold;color:#141a26;">${content.heading}</h1>
${content.paragraphs.map(paragraph)}
</td></tr>
${content.rows.length > 0 ? rows(content.rows) : ''}
${content.action ? action(content.action, content.rows.length > 0 ? 28 : 10, content.brand?.color) : ''}
${content.notes.length > 0 ? notes(content.notes) : ''}
${content.closing.length > 0 ? closing(content.closing) : ''}
${content.brand?.logo ? foot : ''}
</table>
</td></tr></table>
</body>
</html>
`.markup
}

const head = html`<tr><td class="pad" style="padding:24px 32px 0;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="44"><img src="cid:${markContentId}" width="36" height="36" alt="" style="display:block;border:0;border-radius:8px;"></td>
<td class="ink" style="${font}font-size:18px;font-weight:bold;color:#141a26;">Terazi</td>
</tr></table>
</td></tr>`

/** With a client's logo the mark moves to the foot. */
function headOf(brand: Content['brand']): Markup {
  if (!brand?.logo) return head
  const { name, logo } = brand
  const scale = Math.min(1, 48 / logo.height, 200 / logo.width)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  return html`<tr><td class="pad" style="padding:24px 32px 0;">
<img src="cid:${logoContentId}" width="${width}" height="${height}" alt="${name}" style="display:block;border:0;border-radius:4px;${font}font-size:18px;font-weight:bold;">
</td></tr>`
}

const foot = html`<tr><td class="pad" style="padding:0 32px 24px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="28"><img src="cid:${markContentId}" width="20" height="20" alt="" style="display:block;border:0;border-radius:4px;"></td>
<td class="dim" style="${font}font-size:14px;font-weight:bold;color:#4b5565;">Terazi</td>
</tr></table>
</td></tr>`

const piece = (part: Piece): Markup | string => {
  if (typeof part === 'string') return part
  if ('strong' in part) return html`<b>${part.strong}</b>`
  return html`<a class="link" href="${part.link}" style="color:#4338ca;">${part.label}</a>`
}

const pieces = (parts: readonly Piece[]) => parts.map((part) => html`${piece(part)}`)

const paragraph = (parts: readonly Piece[]) =>
  html`<p class="ink" style="${font}margin:0 0 14px;font-size:17px;line-height:26px;color:#141a26;">${pieces(parts)}</p>`

function rows(list: Content['rows']): Markup {
  const cell = html`${font}padding:10px 0;border-bottom:1px solid #e0e3e9;font-size:16px;line-height:22px;vertical-align:top;`
  return html`<tr><td class="pad" style="padding:0 32px;">
<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;border-top:1px solid #e0e3e9;">
${list.map(
  ({ label, value }) => html`<tr>
<td class="line dim" width="42%" style="${cell}padding-right:12px;color:#4b5565;">${label}</td>
<td class="line ink" style="${cell}color:#141a26;font-weight:bold;">${value}</td>
</tr>`,
)}
</table>
</td></tr>`
}

function action({ label, url, fallback }: NonNullable<Content['action']>, space: number, own = ''): Markup {
  const [color, ink] = own === '' ? ['#4f46e5', '#ffffff'] : [own, textOn(own)]
  return html`<tr><td class="pad" align="center" style="padding:${space}px 32px 10px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="center" bgcolor="${color}" style="border-radius:12px;background:${color};"><a href="${url}" style="${font}display:block;padding:19px 24px;font-size:20px;line-height:24px;font-weight:bold;color:${ink};text-decoration:none;border-radius:12px;">${label}</a></td>
</tr></table>
</td></tr>
<tr><td class="pad" style="padding:0 32px 24px;">
<p class="dim" style="${font}margin:0;font-size:14px;line-height:21px;color:#4b5565;">${fallback}<br><a class="link" href="${url}" style="color:#4338ca;word-break:break-all;">${url}</a></p>
</td></tr>`
}

const notes = (list: readonly string[]) =>
  html`<tr><td class="pad" style="padding:0 32px 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="well" bgcolor="#f7f8fa" style="padding:16px 18px 6px;background:#f7f8fa;border-radius:8px;">
${list.map((note) => html`<p class="ink" style="${font}margin:0 0 10px;font-size:15px;line-height:22px;color:#141a26;">${note}</p>`)}
</td></tr></table>
</td></tr>`

const closing = (lines: readonly (readonly Piece[])[]) =>
  html`<tr><td class="pad line" style="padding:18px 32px 24px;border-top:1px solid #e0e3e9;">
<p class="dim" style="${font}margin:0;font-size:14px;line-height:21px;color:#4b5565;">${lines.map(
    (line, index) => html`${index > 0 ? html`<br>` : ''}${pieces(line)}`,
  )}</p>
</td></tr>`
