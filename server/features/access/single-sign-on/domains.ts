import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** The domain of an address, in the form in which domains are stored. */
export const domainOf = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()

const prefix = 'terazi-verification='

/** A random text for the record of a new domain. */
export const newProof = (): string => randomBytes(18).toString('base64url')

/** The TXT record by which a domain is shown to be a client's. */
export const recordOf = ({ domain, proof }: { domain: string; proof: string }) => ({
  name: `_terazi.${domain}`,
  value: prefix + proof,
})
