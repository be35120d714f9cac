import type { Locale } from '#scoring/definition/definition.ts'
import { wordsOf } from './readability.ts'

const ENGLISH = /^(?:not|no|never|nobody|nothing|none|nowhere|neither|nor|without|cannot|hardly|.+n['’]t)$/

/**
 * Turkish words that say no. The negative suffix looks like that of the verbal noun ("gelmem" is "I do not come" and
 * "my coming"), so this lists only the forms with a distinct ending; "hiç" only strengthens and is none.
 */
const TURKISH = [
  /^(?:değil|yok)\p{L}*$/u,
  /(?<=..)m[ae]z(?:s[ae]|l[ae]r|d[ıi]|s[ıi]n|[ıi]m|k[ae]n|[ıi]z)?\p{L}{0,6}$/u,
  /(?<=..)m[ıiuü]yor\p{L}{0,20}$/u,
  /(?<=..)m[ae](?:d[ıi](?:m|n|k|n[ıi]z|l[ae]r)?|m[ıi]ş\p{L}{0,20})$/u,
  /(?<=..)m[ae]y(?:an|en|ac|ec|[ıi]n(?:[ıi]z)?$|[ıi]p$|[ıi]nc[ae]$|[ıi]z$)\p{L}{0,20}/u,
  /(?<=..)m[ae](?:d[ae]n|s[ıi]n|s[ıi]nl[ae]r|m[ae]k\p{L}{0,20}|m[ae]s[ıi]\p{L}{0,20}|m[ae]l[ıi]\p{L}{0,20})$/u,
]
/** Ends like a negated verb and is none. */
const INNOCENT = /^(?:temiz|namaz|kıyma|elmas|yarımyamalak|tamam|zaman|aman|uzman|anlaşmazlı[kğ])\p{L}*$/u

/** The words of a sentence that say no. */
export function negations(sentence: string, locale: Locale): string[] {
  return wordsOf(sentence).filter((word) => {
    const lower = word.toLocaleLowerCase(locale)
    if (locale === 'en') return ENGLISH.test(lower)
    return !INNOCENT.test(lower) && TURKISH.some((form) => form.test(lower))
  })
}
