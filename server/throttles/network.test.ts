import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('SR-05: an IPv6 network counts as one address, an IPv4 address as itself', () => {
  for (const address of [
    '2001:db8:0:1::5',
    '2001:0DB8:0000:0001:aaaa:bbbb:cccc:dddd',
    '2001:db8::1:0:0:0:9',
    '2001:db8:0:1:ffff::',
  ])
    expect(networkOf(address), address).toBe('2001:db8:0:1::/64')
  expect(networkOf('2001:db8:0:2::5')).toBe('2001:db8:0:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
})
