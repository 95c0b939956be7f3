import { BlockList, isIP } from 'node:net'

/**
 * Returns whether a resolved network address may be connected to. Addresses of the company's network are allowed, since servers are named
 * in the settings. Refused are this machine, link-local addresses (including a cloud's metadata), multicast and addresses that belong to
 * no machine, in any notation: a name that resolves to one of them indicates an attack.
 */
export function isAllowedAddress(address: string): boolean {
  const plain = unmapped(address)
  const family = isIP(plain)
  return family !== 0 && !refused.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** The IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4), or the address itself. */
export function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const shape = shapes.find(({ prefix }) => prefix.every((group, place) => groups[place] === group))
  if (!shape) return address
  const [high = 0, low = 0] = groups.slice(shape.at, shape.at + 2)
  // `::` and `::1` do not contain an IPv4 address.
  return shape.at === 6 && high === 0 && low < 2 ? address : [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The positions of an IPv4 address in IPv6 addresses with these prefixes. */
const shapes = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b], at: 6 },
  { prefix: [0x2002], at: 1 },
]

const refused = new BlockList()
for (const [network, prefix] of [['0.0.0.0', 8], ['127.0.0.0', 8], ['169.254.0.0', 16], ['192.0.0.0', 24], ['224.0.0.0', 4], ['240.0.0.0',
  4]] as const)
  refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [['::', 127], ['fe80::', 10], ['ff00::', 8], ['fd00:ec2::254', 128]] as const)
  refused.addSubnet(network, prefix, 'ipv6')

/** The eight groups of an IPv6 address, from the canonical notation of `URL`, which has no dots. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::')
  const numbers = (text = '') => text.split(':').filter(Boolean).map((group) => Number.parseInt(group, 16))
  const [before, after] = [numbers(head), numbers(tail)]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
