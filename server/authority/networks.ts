import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network that a text names, as it is stored; undefined where it names none. A single address is a network of one. */
export function networkOfText(text: string): string | undefined {
  const trimmed = text.trim()
  const [host = ''] = trimmed.split('/')
  // The library also takes 10.1 and 0x7f.1 for addresses.
  if (!isIPv4(host) && (!isIPv6(host) || host.includes('%'))) return undefined
  try {
    const [address, bits] = trimmed.includes('/')
      ? ipaddr.parseCIDR(trimmed)
      : [ipaddr.parse(trimmed), undefined]
    const whole = address.kind() === 'ipv4' ? 32 : 128
    return `${firstOf(address, bits ?? whole)}/${bits ?? whole}`
  } catch {
    // The library says in words that it is no address.
    return undefined
  }
}

/** The network's first address: people paste any address of it. */
function firstOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const network = `${address.toString()}/${bits}`
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(network).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(network).toString()
}

/** True where an address belongs to one of these networks, and where there are none. An IPv4 address within IPv6 counts as IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const asked = ipaddr.process(address)
  return networks.some((network) => {
    const [start, bits] = ipaddr.parseCIDR(network)
    // A mapped network is compared as the IPv4 network that it is.
    const mapped = start.kind() === 'ipv6' && bits >= 96 && (start as ipaddr.IPv6).isIPv4MappedAddress()
    const [first, length] = mapped ? [(start as ipaddr.IPv6).toIPv4Address(), bits - 96] : [start, bits]
    return asked.kind() === first.kind() && asked.match(first, length)
  })
}
