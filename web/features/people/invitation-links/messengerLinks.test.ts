import { expect, it } from 'vitest'
import { messengerNumber, smsLink, whatsAppLink } from './messengerLinks.ts'

it.each([
  ['0532 604 18 27', '905326041827'],
  ['532 604 18 27', '905326041827'],
  ['(0532) 604-18-27', '905326041827'],
  ['90 532 604 18 27', '905326041827'],
  ['+90 532 604 18 27', '905326041827'],
  ['0049 151 23456789', '4915123456789'],
  ['+49 151 23456789', '4915123456789'],
  ['604 18 27', ''],
  ['', ''],
])('%s goes to %s', (phone, number) => {
  expect(messengerNumber(phone)).toBe(number)
})

it('writes the message into the address, also where nobody is named yet', () => {
  const text = 'Merhaba Şükrü & Işıl: https://ornek.test/a/b?c=d'
  for (const link of [whatsAppLink('0532 604 18 27', text), whatsAppLink('', text)])
    expect(new URL(link).searchParams.get('text')).toBe(text)
  expect(smsLink('0532 604 18 27', text)).toBe(`sms:+905326041827?&body=${encodeURIComponent(text)}`)
  expect(smsLink('', 'a b')).toBe('sms:?&body=a%20b')
})
