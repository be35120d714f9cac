import { homeZone } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDateTime, formatDay, formatPercent } from '#contract/format.ts'
import { translate, translateIfThere } from '#server/locales.ts'
import { html } from '#server/mail/html.ts'
import type { History } from './status-history.ts'

/**
 * The status page: one file without anything from elsewhere, in both languages. The links at its top show one of them;
 * Turkish is shown first.
 * @param days the shown days, the oldest first
 */
export function statusPage(history: History, days: readonly string[]): string {
  const [tr, en] = (['tr', 'en'] as const).map((locale) => section(locale, history, days))
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="60">
<meta name="robots" content="noindex">
<title>${escapeHtml(translate('tr', 'status:title'))} · ${escapeHtml(translate('en', 'status:title'))}</title>
<style>${style}</style>
</head>
<body>
<header>${mark}<b>Terazi</b><nav><a href="#tr" lang="tr">Türkçe</a> <a href="#en" lang="en">English</a></nav></header>
${en}
${tr}
</body>
</html>
`
}

/** The product's mark, as on its screens. */
const mark = `<svg viewBox="0 0 32 32" width="28" height="28" fill="none" aria-hidden="true"><path d="M7 5H25M16 5V28" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><path d="M7 5.5L2 17.25A5.1 5.1 0 0 0 12 17.25ZM25 5.5L20 17.25A5.1 5.1 0 0 0 30 17.25Z" fill="currentColor" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round"/></svg>`

const escapeHtml = (text: string): string => html`${text}`.markup

function section(locale: Locale, { days: kept, since, last }: History, days: readonly string[]): string {
  const say = (key: string, words: Record<string, string> = {}) => escapeHtml(translate(locale, key, words))
  const time = (iso: string) => formatDateTime(iso, locale, homeZone)
  const why =
    last.state === 'not_ready'
      ? (translateIfThere(locale, `status:reason.${last.reason}`) ??
        translate(locale, 'status:reason.unknown'))
      : translate(locale, `status:text.${last.state}`)
  const bars = days.map((day) => {
    const found = kept[day]
    const label =
      found === undefined
        ? say('status:day.none', { day: formatDay(day, locale) })
        : say('status:day.share', {
            day: formatDay(day, locale),
            share: formatPercent(Math.floor((found.good / found.checks) * 1000) / 10, locale, 1),
          })
    const level =
      found === undefined
        ? 'none'
        : found.good === found.checks
          ? 'full'
          : found.good / found.checks >= 0.9
            ? 'most'
            : 'few'
    return `<li class="${level}" title="${label}"><span>${label}</span></li>`
  })
  return `<main id="${locale}" lang="${locale}">
<h1>${say('status:title')}</h1>
<div class="now ${last.state}"><h2>${say(`status:state.${last.state}`)}</h2><p>${escapeHtml(why)}</p>
<p>${say('status:since', { at: time(since) })}</p></div>
<section class="card"><h2>${say('status:history')}</h2>
<ol>${bars.join('')}</ol>
<p class="legend">${say('status:legend')}</p></section>
<p class="legend">${say('status:checked', { at: time(last.at) })}</p>
</main>`
}

const style = `
:root{color-scheme:light dark;--ink:#14171f;--soft:#565d6d;--ground:#f7f8fa;--card:#fff;--edge:#e3e6eb;--mark:#4640d9;--full:#1a7f4b;--most:#a15c00;--few:#b42318;--none:#9aa1ad}
@media(prefers-color-scheme:dark){:root{--ink:#eceef2;--soft:#a9b0bd;--ground:#14171d;--card:#1d2129;--edge:#323844;--mark:#a5a3ff;--full:#4cc38a;--most:#f0a940;--few:#ff8a7a;--none:#6b7280}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:760px;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{display:flex;align-items:center;gap:10px;font-size:20px}header svg{color:var(--mark)}
nav{margin-inline-start:auto;font-size:16px}nav a{display:inline-block;padding:10px 8px;color:inherit}
h1{font-size:24px;margin:24px 0 16px}h2{font-size:18px;margin:0}
.now,.card{background:var(--card);border:1px solid var(--edge);border-radius:12px;padding:20px 24px;margin:0 0 16px}
.now{border-inline-start:6px solid var(--few)}
.now.ready{border-inline-start-color:var(--full)}.now.not_ready{border-inline-start-color:var(--most)}
.now p{margin:4px 0 0}.now p:last-child{color:var(--soft);font-size:14px}
ol{display:flex;align-items:end;gap:2px;height:40px;margin:16px 0 0;padding:0;list-style:none}
li{flex:1;min-width:1px;height:100%;border-radius:2px;background:var(--none)}
li.full{background:var(--full)}li.most{background:var(--most);height:75%}li.few{background:var(--few);height:50%}li.none{height:15%}
li span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.legend{color:var(--soft);font-size:14px;margin:12px 0 0}
@media(max-width:640px){.now,.card{padding:16px}ol{gap:1px}}
#en{display:none}
#en:target{display:block}
#en:target~#tr{display:none}
`
