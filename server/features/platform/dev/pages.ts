import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { translate } from '#server/locales.ts'
import { html, type Markup } from '#server/mail/html.ts'
import { markContentId, markFile } from '#server/mail/mark.ts'
import type { DemoMail } from './queries.ts'

const mark = `data:image/png;base64,${markFile.toString('base64')}`

/** The demo's clients are in Turkey. */
const zone = 'Europe/Istanbul'

/** The address of a file of a mail, by its place from 0. */
export const fileAddress = (mailId: string, place: number) => `/dev/mailbox/${mailId}/files/${place}`

/** The list of kept mails. */
export function mailboxPage(mails: readonly DemoMail[], to: string | undefined, locale: Locale): string {
  const title = translate(locale, 'mail:mailbox.title')
  const headings = [
    translate(locale, 'mail:mailbox.subject'),
    translate(locale, 'mail:mailbox.to'),
    translate(locale, 'mail:mailbox.sentAt'),
  ]
  const filter = html`<p>${translate(locale, 'mail:mailbox.filtered', { to: to ?? '' })} <a href="/dev/mailbox">${translate(locale, 'mail:mailbox.all')}</a></p>`
  const row = (mail: DemoMail) => html`<tr>
<td><a class="subject" href="/dev/mailbox/${mail.id}">${mail.subject}</a></td>
<td><a href="/dev/mailbox?to=${encodeURIComponent(mail.recipient)}">${mail.recipient}</a></td>
<td class="time">${formatDateTime(mail.sent_at.toISOString(), locale, zone)}</td>
</tr>`
  const table = html`<div class="card"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${mails.map(row)}</tbody>
</table></div>`
  return document(
    locale,
    title,
    html`<p class="dim">${translate(locale, 'mail:mailbox.explanation')}</p>
${to === undefined ? '' : filter}
${mails.length === 0 ? html`<p class="card empty">${translate(locale, 'mail:mailbox.empty')}</p>` : table}`,
  )
}

/** One mail: as a mail program shows it, its links, and its plain text. */
export function mailPage(mail: DemoMail, locale: Locale): string {
  // The mail is in a frame that runs nothing; its links open beside it.
  const source = mail.html
    .replaceAll(`cid:${markContentId}`, mark)
    .replace('<head>', '<head><base target="_blank">')
  const file = ({ name }: { name: string }, place: number) =>
    html`<li><a href="${fileAddress(mail.id, place)}" download>${name}</a></li>`
  const files = html`<h2>${translate(locale, 'mail:mailbox.files')}</h2>
<ul>${mail.attachments.map(file)}</ul>`
  return document(
    locale,
    mail.subject,
    html`<p><a href="/dev/mailbox">${translate(locale, 'mail:mailbox.back')}</a></p>
<p class="dim">${formatDateTime(mail.sent_at.toISOString(), locale, zone)} · ${mail.recipient}</p>
<h2>${translate(locale, 'mail:mailbox.links')}</h2>
<ul>${mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>
${mail.attachments.length === 0 ? '' : files}
<h2>${translate(locale, 'mail:mailbox.html')}</h2>
<iframe class="card" title="${translate(locale, 'mail:mailbox.html')}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>
<h2>${translate(locale, 'mail:mailbox.text')}</h2>
<pre class="card">${mail.text}</pre>`,
  )
}

const styles = html`
:root { color-scheme: light dark; --page: #f7f8fa; --card: #fff; --ink: #141a26; --dim: #4b5565; --line: #e0e3e9; --link: #4338ca; }
@media (prefers-color-scheme: dark) { :root { --page: #0c0f15; --card: #141821; --ink: #eef0f5; --dim: #b4bbc8; --line: #272d3a; --link: #a5b4fc; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/20px 'Atkinson Hyperlegible Next', system-ui, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { margin: 16px 0 8px; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.015em; }
h2 { margin: 24px 0 8px; font-size: 16px; line-height: 24px; font-weight: 600; }
a { color: var(--link); overflow-wrap: anywhere; }
a.subject { font-weight: 500; }
ul { margin: 0; padding-left: 20px; }
.dim { color: var(--dim); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-x: auto; }
.empty, pre.card { padding: 16px 24px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 1000px; }
table { width: 100%; min-width: 760px; border-collapse: collapse; }
th, td { padding: 12px; text-align: start; vertical-align: top; }
th { color: var(--dim); font-weight: 600; }
td { border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-inline-start: 24px; }
.time { white-space: nowrap; font-feature-settings: 'tnum' 1; }
.mark { display: flex; align-items: center; gap: 8px; font-size: 18px; font-weight: 600; }
.mark img { border-radius: 8px; }
`

const document = (locale: Locale, title: string, body: Markup): string =>
  html`<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Terazi</title>
<style>${styles}</style>
</head>
<body><main>
<div class="mark"><img src="${mark}" width="32" height="32" alt="">Terazi</div>
<h1>${title}</h1>
${body}
</main></body>
</html>
`.markup
