import type { Locale } from '#contract/fields.ts'
import { html, type Markup } from '#server/mail/html.ts'

const styles = html`
:root { color-scheme: light dark; --page: #f7f8fa; --card: #fff; --ink: #141a26; --dim: #4b5565; --line: #7b8494; --action: #4338ca; --on: #fff; --warn: #fef3c7; --warn-ink: #78350f; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --page: #0c0f15; --card: #141821; --ink: #eef0f5; --dim: #b4bbc8; --line: #5b6475; --action: #a5b4fc; --on: #14122e; --warn: #3b2a0b; --warn-ink: #fde68a; --bad: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/24px 'Atkinson Hyperlegible Next', system-ui, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px 16px 64px; }
.label { display: inline-block; padding: 2px 12px; border-radius: 999px; background: var(--warn); color: var(--warn-ink); font-weight: 600; }
h1 { margin: 16px 0 4px; font-size: 24px; line-height: 32px; }
p { margin: 8px 0; color: var(--dim); }
a { color: var(--action); }
.amount { font-size: 24px; line-height: 32px; font-weight: 600; color: var(--ink); }
form { display: grid; gap: 16px; margin-top: 16px; padding: 20px; background: var(--card); border-radius: 12px; border: 1px solid var(--line); }
label { display: grid; gap: 4px; font-weight: 500; }
.row { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 12px; align-items: end; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
input, select { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; }
[aria-invalid] { border-color: var(--bad); }
button { min-height: 48px; border: 0; border-radius: 8px; background: var(--action); color: var(--on); font: inherit; font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
`

/** A self-contained page of plain HTML, without scripts or other files. */
export function plainPage(locale: Locale, title: string, body: Markup, scripts: Markup = html``): string {
  return html`<!doctype html>
<html lang="${locale}" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${styles}</style></head>
<body><main>${body}</main>${scripts}</body>
</html>
`.markup
}

/** The content security policy of such a page; `more` has its further directives. */
export const plainPolicy = (formAction: string, more = ''): string =>
  `default-src 'none'; style-src 'unsafe-inline'; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
