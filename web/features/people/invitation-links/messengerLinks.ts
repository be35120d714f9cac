/**
 * A telephone number as messengers take it, digits with the country in front and no plus; empty where it cannot be
 * known. A Turkish number is written with a 0, or with nothing, in front.
 */
export function messengerNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  if (/^0[2-5]\d{9}$/.test(digits)) return `9${digits}`
  if (/^5\d{9}$/.test(digits)) return `90${digits}`
  return /^90[2-5]\d{9}$/.test(digits) ? digits : ''
}

/** Opens WhatsApp with the message written; without a number it asks who to send it to. */
export const whatsAppLink = (phone: string, text: string) =>
  `https://wa.me/${messengerNumber(phone)}?text=${encodeURIComponent(text)}`

/** Opens the telephone's own messages with the message written. */
export function smsLink(phone: string, text: string): string {
  const number = messengerNumber(phone)
  return `sms:${number ? `+${number}` : ''}?&body=${encodeURIComponent(text)}`
}
