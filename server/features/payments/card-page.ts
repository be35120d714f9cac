import type { Locale } from '#contract/fields.ts'
import { formatMoney } from '#contract/format.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { translate } from '#server/locales.ts'
import { html, type Markup } from '#server/mail/html.ts'
import type { CardField } from './card.ts'
import type { CardForm } from './card-form.ts'

/** Where a card is typed that passes through this server. What was typed before is never written into it. */
export function cardFormPage(
  { locale, choices, awaited }: CardForm,
  { wrong = [] }: { wrong?: readonly CardField[] } = {},
): string {
  const t = (key: string, variables = {}) => translate(locale, `card-form:page.${key}`, variables)
  const money = (kurus: number) => formatMoney(kurus, locale)
  const field = (name: CardField, autocomplete: string, rest: Markup): Markup => {
    const bad = wrong.includes(name)
    const state = bad ? html` aria-invalid="true" aria-describedby="${name}-bad"` : ''
    return html`<div><label>${t(`field.${name}`)}<input name="${name}" required autocomplete="${autocomplete}" ${rest}${state}></label>
${bad ? html`<span class="bad" id="${name}-bad">${t(`wrong.${name}`)}</span>` : ''}</div>`
  }
  const [only] = choices
  const options = choices.map(
    ({ installment, paidKurus }) =>
      html`<option value="${installment}">${
        installment === 1
          ? t('single', { amount: money(paidKurus) })
          : t('installment', { count: installment, amount: money(paidKurus) })
      }</option>`,
  )
  const digits = (length: number) => html`inputmode="numeric" maxlength="${length}"`
  return plainPage(
    locale,
    t('title'),
    html`<h1>${t('title')}</h1>
${choices.length === 1 && only ? html`<p class="amount">${money(only.paidKurus)}</p>` : ''}
<p>${t('lead')}</p>
${wrong.length > 0 ? html`<p class="bad" role="alert">${t('wrong.any')}</p>` : ''}
<form method="post">
${field('cardHolderName', 'cc-name', html`maxlength="100"`)}
${field('cardNumber', 'cc-number', digits(23))}
<div class="pair">${field('expireMonth', 'cc-exp-month', digits(2))}
${field('expireYear', 'cc-exp-year', digits(4))}</div>
${field('cvc', 'cc-csc', digits(4))}
${choices.length > 1 ? html`<label>${t('installments')}<select name="installment">${options}</select></label>` : ''}
<button type="submit">${t('pay')}</button>
</form>
<p><a href="/manager/orders/${awaited.orderId}">${t('back')}</a></p>`,
  )
}

/** What is said in the form's place. */
export function cardStopPage(locale: Locale, what: 'over' | 'tooMany'): string {
  const t = (key: string) => translate(locale, `card-form:stop.${what}.${key}`)
  return plainPage(
    locale,
    t('title'),
    html`<h1>${t('title')}</h1><p>${t('text')}</p><p><a href="/manager/orders">${translate(locale, 'card-form:stop.orders')}</a></p>`,
  )
}
