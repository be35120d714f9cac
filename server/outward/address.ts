import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** Finds the addresses of a name. @throws Error for a name that leads nowhere */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly Address[]>

/** A reason to refuse an address, as a key of `locales/<lng>/validation.json`. */
export interface Refused {
  readonly key: string
}

// Public by its number, and yet a service beside each machine of one provider.
const services = new Set(['168.63.129.16'])

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * True for an address on the public internet. Of IPv6 only what is given out as global unicast counts, so that forms with an
 * IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo) are refused, as they lead to wherever that leads.
 */
export function isPublic(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || services.has(address.toString())) return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast)
}

/** The host of a URL as a name or an address, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const localName = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/

/**
 * Reads the address of a webhook. Ports are the one of https and those from 1024 on: below are services of other kinds, such as
 * mail, which a webhook has no business with.
 * @param privateAllowed for tests: any address, also without https
 */
export function readUrl(text: string, privateAllowed: boolean): URL | Refused {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return { key: 'webhook_url' }
  if (url.username !== '' || url.password !== '') return { key: 'webhook_url_user' }
  url.hash = ''
  if (privateAllowed) return url
  if (url.protocol !== 'https:') return { key: 'webhook_url_https' }
  if (url.port !== '' && Number(url.port) < 1024) return { key: 'webhook_url_port' }
  const host = hostOf(url)
  if (isIP(host) > 0 ? !isPublic(host) : localName.test(host) || !host.replace(/\.$/, '').includes('.'))
    return { key: 'webhook_url_private' }
  return url
}

/**
 * Asks name servers, and not the system: its lookups can't be given up, and a few that hang would hold up everything else that
 * waits for the same few threads. The file of hosts is not read, which names nothing public.
 */
export const askNameServers: Resolve = async (name, signal) => {
  if (isIP(name) > 0) return [{ address: name, family: isIP(name) === 4 ? 4 : 6 }]
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const [v4 = [], v6 = []] = found.map((one) => (one.status === 'fulfilled' ? one.value : []))
    return [
      ...v4.map((address) => ({ address, family: 4 as const })),
      ...v6.map((address) => ({ address, family: 6 as const })),
    ]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Asks name servers what a name says of itself, for admins who confirm whose it is. */
async function askTexts(name: string): Promise<string[]> {
  const found = await new Resolver({ timeout: 3000, tries: 2 }).resolveTxt(name)
  return found.map((parts) => parts.join(''))
}

/** The name servers that are asked. Tests have their own. */
export interface NameServers {
  readonly addresses: Resolve
  /** The TXT records of a name. @throws Error for a name without any */
  texts(name: string): Promise<readonly string[]>
}

export const nameServers: NameServers = { addresses: askNameServers, texts: askTexts }
