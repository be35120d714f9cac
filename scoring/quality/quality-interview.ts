import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { wordsOf } from './readability.ts'

type ReportProblem = (path: string, message: string) => void
type Question = { at: string; text: string }

/** Words that any question needs; having them in common means nothing. */
const asking: Readonly<Record<Locale, ReadonlySet<string>>> = {
  tr: new Set(
    [
      'bir ve ya da veya ile ama için bu ki mi mı mu mü ne neyi neye neler nasıl neden hangi kim kime kiminle',
      'nerede nereden en çok ilk son siz sizi size sizce oldu olur olduğu var yaptınız yaparsınız anlatır mısınız',
      'lütfen iş işi işe işte işiniz işinizde işinizin yerinde ingilizce',
    ]
      .join(' ')
      .split(' '),
  ),
  en: new Set(
    [
      'a an the of to in at on and or for with is are was were be been do does did have has had can could would',
      'should you your i it its this that there how what which when where why who whom whose ever did please tell',
      'me describe work job english',
    ]
      .join(' ')
      .split(' '),
  ),
}
/** The letters by which words of one stem are known ("buldunuz", "bulursunuz"; "learn", "learned"). */
const stem: Readonly<Record<Locale, number>> = { tr: 3, en: 4 }
/**
 * Two questions nearly repeat one another when they have two words or more in common and these are half of the shorter
 * one's words. Found by looking at all pairs of the shipped tests: from a half on they asked for the same story ("How
 * do you learn a new machine?", "What was the last new thing you learned?"), below it for another one that happens to
 * need the words ("How do you check labels?", "How do you check a number?"). One word alone says nothing.
 */
const nearRepeat = { words: 2, share: 0.5 }

/** Words for matters that nobody may be asked about at work, or that only a physician may find out. */
const forbidden: Readonly<Record<Locale, RegExp>> = {
  tr: /^(?:hasta|sağlı[kğ]|ilaç|ilac|doktor|tedavi|teşhis|tanınız|hamile|gebe|ameliyat|alkol|sigara|aile|eşiniz|evli|çocu[kğ]|anne|baba(?!y)|din(?:i|iniz|î)?$|inan[cç]|ibadet|namaz|oruç|mezhep|siyas|parti|sendika|oy(?:unuz)?$|memleket)/u,
  en: /^(?:health|ill|illness|illnesses|sick|sickness|disease|medic|doctor|diagnos|therap|pregnan|alcohol|smok|family|famili|wife|husband|spouse|married|child|children|mother|father|religio|belie|pray|church|mosque|politic|party|vote|union)/u,
}

/** The interview questions of an inventory's scales: each asks for something else, and none for what is nobody's business. */
export function checkInterviews(definition: Definition, locale: Locale, report: ReportProblem): void {
  const questions = Object.entries(definition.texts[locale].scales ?? {}).flatMap(([key, { interview }]) =>
    (interview ?? []).map((text, i) => ({ at: `texts.${locale}.scales.${key}.interview.${i}`, text })),
  )
  for (const [i, question] of questions.entries()) {
    checkSubject(question, locale, report)
    const same = questions.slice(0, i).find((other) => repeats(question.text, other.text, locale))
    if (same) report(question.at, `nearly repeats “${same.text}”: ${question.text}`)
  }
}

function checkSubject({ at, text }: Question, locale: Locale, report: ReportProblem): void {
  const found = wordsOf(text.toLocaleLowerCase(locale)).filter((word) => forbidden[locale].test(word))
  if (found.length > 0) report(at, `asks for what nobody may be asked (${found.join(', ')}): ${text}`)
}

function repeats(a: string, b: string, locale: Locale): boolean {
  const [stems, others] = [stemsOf(a, locale), stemsOf(b, locale)]
  const common = [...stems].filter((each) => others.has(each)).length
  return common >= nearRepeat.words && common >= nearRepeat.share * Math.min(stems.size, others.size)
}

function stemsOf(question: string, locale: Locale): Set<string> {
  const words = wordsOf(question.toLocaleLowerCase(locale)).filter((word) => !asking[locale].has(word))
  return new Set(words.map((word) => word.slice(0, stem[locale])))
}
