import { dayCodeNumberLength } from '#contract/dayCode.ts'
import type { Locale } from '#contract/fields.ts'
import type { Form } from '#contract/participant.ts'
import type { PackageContent } from '#contract/tablets.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import type { EncryptedPackage } from './store.ts'

export type PackagedPerson = PackageContent['people'][number]
export type PackagedTest = PackagedPerson['tests'][number]

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** The content that the tablet has prepared. */
export interface Prepared {
  content: PackageContent
  codes: Readonly<Record<string, string>>
}

/** @throws where the key is another day's, or something was changed */
export async function decrypt(
  { version, codes, ...content }: EncryptedPackage,
  key: CryptoKey,
): Promise<Prepared> {
  const open = async ({ iv, data }: { iv: string; data: string }): Promise<unknown> => {
    const how = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(version) }
    const plain = await crypto.subtle.decrypt(how, key, bytesOf(data))
    return JSON.parse(new TextDecoder().decode(plain))
  }
  // The server wrote everything that the day's key decrypts.
  return { content: await open(content), codes: await open(codes) } as Prepared
}

/** The person that a code belongs to. @param check derived from the code */
export function personOf(
  { content, codes }: Prepared,
  code: string,
  check: string,
): PackagedPerson | undefined {
  const number = code.slice(0, dayCodeNumberLength)
  return codes[number] === check ? content.people.find((person) => person.number === number) : undefined
}

/** A person's test as the server would describe it before the start; undefined where the package lacks it. */
export function assignmentOf(
  content: PackageContent,
  person: PackagedPerson,
  test: PackagedTest,
  { locale, now }: { locale: Locale; now: string },
): OwnAssignment | undefined {
  const template = content.templates[test.template]?.assignment[locale]
  return (
    template && {
      ...template,
      id: test.assignmentId,
      personName: person.name,
      notices: template.notices.map((notice) => ({
        ...notice,
        acceptedAt: test.acceptedAt[notice.id] ?? null,
      })),
      serverTime: now,
    }
  )
}

/** A person's form, without what they have not consented to; undefined where the package lacks it. */
export function formOf(
  content: PackageContent,
  test: PackagedTest,
  locale: Locale,
  accepted: readonly string[],
): Form | undefined {
  const form = content.forms[test.forms[locale] ?? '']
  if (form === undefined) return undefined
  // Packages of an older release name none.
  const consents = Object.entries(content.templates[test.template]?.itemsOf ?? {})
  const without = new Set(consents.flatMap(([id, items]) => (accepted.includes(id) ? [] : items)))
  const sections = form.sections.map((section) => ({
    ...section,
    items: section.items.flatMap((name) => {
      const item = content.items[name]
      return item === undefined || without.has(item.id) ? [] : [item]
    }),
  }))
  return { ...form, sections: sections.filter(({ items }) => items.length > 0) }
}
