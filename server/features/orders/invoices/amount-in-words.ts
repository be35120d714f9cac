const ones = ['', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz']
const tens = ['', 'on', 'yirmi', 'otuz', 'kırk', 'elli', 'altmış', 'yetmiş', 'seksen', 'doksan']
const scales = ['', 'bin', 'milyon', 'milyar', 'trilyon']

/** Three digits in Turkish words: a hundred is never "one hundred". */
function hundreds(number: number): string[] {
  const hundred = Math.trunc(number / 100)
  return [
    hundred > 1 ? (ones[hundred] ?? '') : '',
    hundred > 0 ? 'yüz' : '',
    tens[Math.trunc((number % 100) / 10)] ?? '',
    ones[number % 10] ?? '',
  ].filter(Boolean)
}

function words(number: number): string {
  if (number === 0) return 'sıfır'
  const groups: string[] = []
  for (let rest = number, scale = 0; rest > 0; rest = Math.trunc(rest / 1000), scale += 1) {
    const three = rest % 1000
    if (three === 0) continue
    // A thousand is never "one thousand".
    const said = scale === 1 && three === 1 ? [] : hundreds(three)
    groups.unshift([...said, scales[scale] ?? ''].filter(Boolean).join(' '))
  }
  return groups.join(' ')
}

/**
 * An amount as Turkish invoices write it out.
 * @param kurus integer kuruş, below 10^17
 * @returns such as "altı bin yüz yirmi Türk lirası elli kuruş"
 */
export function amountInWords(kurus: number): string {
  const [lira, rest] = [Math.trunc(kurus / 100), kurus % 100]
  const parts = [
    lira > 0 || rest === 0 ? `${words(lira)} Türk lirası` : '',
    rest > 0 ? `${words(rest)} kuruş` : '',
  ]
  return parts.filter(Boolean).join(' ')
}
