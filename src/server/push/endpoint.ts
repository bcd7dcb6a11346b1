import { BlockList, isIP } from 'node:net'

/** Names that are no public ones, whatever somebody's resolver makes of them. */
const inner = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|onion|arpa)$/

/**
 * Whether a push service may be at this address: over TLS, on its usual port, by a public name. In the sandbox it may be
 * this machine, too. Where that name leads to is looked at when something is sent.
 */
export function mayBeEndpoint(text: string, { isSandbox }: { isSandbox: boolean }): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return false
  if (isSandbox && ['127.0.0.1', 'localhost'].includes(url.hostname)) return /^https?:$/.test(url.protocol)
  const isPublicName = url.hostname.includes('.') && !inner.test(url.hostname) && !isIP(url.hostname)
  return url.protocol === 'https:' && url.port === '' && isPublicName
}

const within = (version: 'ipv4' | 'ipv6', networks: string) => {
  const list = new BlockList()
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), version)
  }
  return (address: string) => list.check(address, version)
}

/** Of machines nobody reaches from outside, of nobody, and of many at once (RFC 6890). */
const isReserved4 = within(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
const isGlobal6 = within('ipv6', '2000::/3')
/** Documentation, and ways to an IPv4 address that would be another's to look at: Teredo, 6to4. */
const isReserved6 = within('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/** Whether an address is one of the public network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !isReserved4(address)
  return version === 6 && isGlobal6(address) && !isReserved6(address)
}
