import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { newPassword } from '#contract/fields.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { isCommon } from './common.ts'
import { refuseEasyPassword } from './password-rules.ts'

const complaint = (password: string, email: string | null = 'ada.deniz@ornek.example') => {
  try {
    refuseEasyPassword('password', password, { email })
    return null
  } catch (error) {
    if (error instanceof FieldFailure) return error.fields.password?.key
    throw error
  }
}

test('SR-01: 10 to 128 characters are accepted, counted as people count', () => {
  const accepts = (text: string) => newPassword.safeParse(text).success
  expect([9, 10, 128, 129].map((length) => accepts('x'.repeat(length)))).toEqual([false, true, true, false])
  expect(accepts('😀'.repeat(10))).toBe(true)
  expect(accepts('😀'.repeat(128))).toBe(true)
  expect(accepts('😀'.repeat(9))).toBe(false)
  for (const broken of ['ten letters\u0000', 'ten letters\ud800']) expect(accepts(broken)).toBe(false)
  expect(newPassword.parse(' kept as it is ')).toBe(' kept as it is ')
})

test('SR-02: the long ones of the commonest passwords are refused', () => {
  const ranked =
    `qwertyuiop 1234567890 q1w2e3r4t5 1q2w3e4r5t 4815162342 0987654321 1234554321 usuckballz1 1029384756 1111111111
    123qweasdzxc 12345qwert 123456789a 123456789q password123 12345678910 1qaz2wsx3edc 0123456789 q1w2e3r4t5y6 1123581321
    1q2w3e4r5t6y qwerty12345 1234512345 basketball manchester washington motherfucker playstation california christopher
    alexandra1 strawberry christina1 enterprise volleyball undertaker linkinpark poiuytrewq dragonball abracadabra mypassword
    sweetheart university blackberry administrator terminator tinkerbell skateboard mississippi scoobydoo1 underground revolution`.split(
      /\s+/,
    )
  const missed = ranked.filter((word) => !isCommon(word))
  expect(missed).toEqual([])
})

test('SR-02: every entry of the ranking is refused, in any case', () => {
  const ranking = dictionary['passwords-common']
  expect(ranking.length).toBeGreaterThan(3000)
  const missed = ranking.filter((entry) => !isCommon(entry) || !isCommon(entry.toUpperCase()))
  expect(missed).toEqual([])
  const long = ranking.filter((entry) => newPassword.safeParse(entry).success)
  expect(long.length).toBeGreaterThan(500)
  expect(long.filter((entry) => complaint(entry) === null)).toEqual([])
})

test('SR-02: so are their usual disguises', () => {
  const dressed =
    `Password123! P@ssw0rd2024 PASSWORD1234 pa$$word1234 1password1 iloveyou2020 Qwerty123456 qwerty1234!
    letmein1234 welcome2025! Admin12345 administrator1 abcd123456 abcdefghij aaaaaaaaaa abcabcabcabc 1212121212 sunshine123
    Galatasaray1905 Fenerbahçe1907 BEŞİKTAŞ1903 besiktas1903 İstanbul34 istanbul3434 Şifre12345 sifre123456 parola1234
    ataturk1881 seniseviyorum ıloveyou123 monkey123456789 asdfghjkl123 zaq12wsxcde3 passwordpassword 31121990 01011990123`.split(
      /\s+/,
    )
  expect(dressed.filter((word) => !isCommon(word))).toEqual([])
})

test('passwords that nobody guesses first are accepted', () => {
  const good =
    `kirmizi-kiremit-42 terazi-demo-2026 yedi~tane~kiraz gTq9-vrzL-4wXe-pK2m çaydanlık/pencere uzun-yol-arkadasi
    correct.horse.battery.staple xk29vbm4qw purple-otter-lamp ${'x'.repeat(128)} ${'Aa1!'.repeat(32)} tiger83920174k`.split(
      /\s+/,
    )
  expect(good.filter((word) => complaint(word) !== null)).toEqual([])
})

test("SR-02: the product's name and one's own address are refused", () => {
  for (const word of ['teraziterazi', 'Terazi2026!', 'TERAZİ-2026', '123-terazi-45'])
    expect(complaint(word), word).toBe('password_product')
  for (const word of [
    'ada.deniz@ornek.example',
    'Ada.Deniz2026',
    'ADA.DENIZ@ORNEK.EXAMPLE1',
    'ornek.example9',
  ])
    expect(complaint(word), word).toBe('password_own_email')
  expect(complaint('ada.deniz@ornek.example', null)).toBe(null)
})

test('SR-02: four letters beside the product’s name or one’s own are enough, and words of three letters are nobody’s', () => {
  expect(['terazi-abc-42', 'terazi-abcd-42'].map((word) => complaint(word))).toEqual([
    'password_product',
    null,
  ])
  const own = ['can', 'cans'].map((local) => complaint(`${local}-20-26-42`, `${local}@a.example`))
  expect(own).toEqual([null, 'password_own_email'])
})
