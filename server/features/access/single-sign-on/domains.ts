import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** The domain of an address, in the form in which domains are stored. */
export const domainOf = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()

/** Domains of mail services whose addresses anybody can have. No organisation can set their TXT record. */
const publicDomains = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'googlemail.com',
  'hotmail.com',
  'hotmail.com.tr',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'mynet.com',
  'outlook.com',
  'outlook.com.tr',
  'proton.me',
  'protonmail.com',
  'windowslive.com',
  'yahoo.com',
  'yahoo.com.tr',
  'yandex.com',
  'yandex.com.tr',
  'yandex.ru',
])

/** The first of these domains that is a public mail service's. */
export const publicDomainIn = (domains: readonly string[]): string | undefined =>
  domains.find((domain) => publicDomains.has(domain))

const prefix = 'terazi-verification='

/** A random text for the record of a new domain. */
export const newProof = (): string => randomBytes(18).toString('base64url')

/** The TXT record by which a domain is shown to be a client's. */
export const recordOf = ({ domain, proof }: { domain: string; proof: string }) => ({
  name: `_terazi.${domain}`,
  value: prefix + proof,
})
