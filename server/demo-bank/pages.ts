import type { Locale } from '#contract/fields.ts'
import { formatMoney } from '#contract/format.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { translate } from '#server/locales.ts'
import { html, type Markup } from '#server/mail/html.ts'
import { testCards } from './cards.ts'
import { type BankPayment, scenarios } from './state.ts'

/** A page of the bank: plain HTML, its label always in sight. */
function page(locale: Locale, title: string, body: Markup, scripts?: Markup): string {
  const label = translate(locale, 'demo-bank:label')
  return plainPage(
    locale,
    `${title} · ${label}`,
    html`<span class="label">${label}</span>
<h1>${title}</h1>
${body}
<p>${translate(locale, 'demo-bank:note')}</p>`,
    scripts,
  )
}

const amount = ({ paidKurus, locale }: BankPayment) =>
  html`<p class="amount">${formatMoney(paidKurus, locale)}</p>`

/** The page on which the card is typed. */
export function cardPage(payment: BankPayment, { bad }: { bad: boolean }): string {
  const { locale, installments } = payment
  const t = (key: string, variables = {}) => translate(locale, `demo-bank:card.${key}`, variables)
  const field = (name: string, label: string, rest: Markup) =>
    html`<label>${t(label)}<input name="${name}" required ${rest}></label>`
  const options = installments.map(
    (count) => html`<option value="${count}">${count === 1 ? t('single') : t('count', { count })}</option>`,
  )
  return page(
    locale,
    t('title'),
    html`${amount(payment)}
${bad ? html`<p class="bad" role="alert">${t('bad')}</p>` : ''}
<form method="post" action="/dev/bank/pay/${payment.token}" autocomplete="off">
${field('cardHolderName', 'holder', html`maxlength="100"`)}
${field('cardNumber', 'number', html`inputmode="numeric" maxlength="23"`)}
<div class="row">${field('expireMonth', 'month', html`inputmode="numeric" maxlength="2" placeholder="12"`)}
${field('expireYear', 'year', html`inputmode="numeric" maxlength="4" placeholder="2030"`)}
${field('cvc', 'cvc', html`inputmode="numeric" maxlength="4"`)}</div>
${installments.length > 1 ? html`<label>${t('installments')}<select name="installment">${options}</select></label>` : ''}
<button type="submit">${t('pay')}</button>
</form>
<p>${t('try')}</p>`,
  )
}

/** The bank's own step. */
export function codePage(payment: BankPayment, { wrong }: { wrong: boolean }): string {
  const t = (key: string) => translate(payment.locale, `demo-bank:bank.${key}`)
  return page(
    payment.locale,
    t('title'),
    html`${amount(payment)}<p>${t('text')}</p>
${wrong ? html`<p class="bad" role="alert">${t('wrong')}</p>` : ''}
<form method="post" action="/dev/bank/confirm/${payment.token}" autocomplete="off">
<label>${t('code')}<input name="code" required inputmode="numeric" maxlength="6"></label>
<button type="submit">${t('confirm')}</button>
</form>`,
  )
}

/** Sends the browser back to the shop, as the provider does: by a form that posts itself. */
export function returnPage(payment: BankPayment, fields: Record<string, string>, nonce: string): string {
  const t = (key: string) => translate(payment.locale, `demo-bank:back.${key}`)
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    payment.locale,
    t('title'),
    html`<p>${t('text')}</p><form id="back" method="post" action="${payment.callbackUrl}">${inputs}<button type="submit">${t('button')}</button></form>`,
    html`<script nonce="${nonce}">document.getElementById('back').submit()</script>`,
  )
}

/** A page with all that a demonstration needs: the cards, the code, the scenarios. */
export function homePage(locale: Locale): string {
  const t = (key: string) => translate(locale, `demo-bank:home.${key}`)
  const rows = testCards.map(
    ({ number, approved, why }) =>
      html`<li>${number.replace(/(.{4})(?=.)/g, '$1 ')}: ${approved ? t('good') : `${t('bad')} (${why})`}</li>`,
  )
  return page(
    locale,
    t('title'),
    html`<p>${t('text')}</p><h2>${t('cards')}</h2><ul>${rows}</ul>
<h2>${t('scenarios')}</h2><p>${t('scenariosText')}</p><ul>${scenarios.map((name) => html`<li>${name}</li>`)}</ul>`,
  )
}

/** The page without a further form: after a reply that gets lost, and for a page that is over. */
export function endPage(locale: Locale, what: 'lost' | 'over'): string {
  const t = (key: string) => translate(locale, `demo-bank:end.${what}.${key}`)
  return page(locale, t('title'), html`<p>${t('text')}</p>`)
}
