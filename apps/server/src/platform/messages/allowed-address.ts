import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Addresses that organizations may not make this server call: itself, private and shared networks, link-local
 * (the metadata service of cloud machines), multicast, and what carries an IPv4 address within an IPv6 one
 * (IANA special-purpose address registries, RFC 6890).
 */
const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4');

/** Only global unicast is open in IPv6, and of that nothing that leads on to an IPv4 address. */
const openIPv6 = new BlockList();
openIPv6.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, prefix, 'ipv6');

/** What the operator opens: host names, addresses and networks. */
export interface AllowedReceivers {
  readonly hosts: ReadonlySet<string>;
  readonly networks: BlockList;
}

/**
 * @returns null where the text is neither `none` nor such a list: `hooks.clinic.example, 10.0.0.7,
 * fd00::/8`.
 */
export function parseAllowedReceivers(text: string): AllowedReceivers | null {
  const hosts = new Set<string>();
  const networks = new BlockList();
  if (text === 'none') return { hosts, networks };
  for (const each of text.split(',').map((part) => part.trim().toLowerCase())) {
    const [, address = '', prefix] = /^([0-9a-f.:]+?)(?:\/(\d{1,3}))?$/.exec(each) ?? [];
    const family = isIP(address);
    if (family !== 0) {
      const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
      if (bits > (family === 4 ? 32 : 128)) return null;
      networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
    } else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(each) && /[a-z]/.test(each)) hosts.add(each);
    else return null;
  }
  return { hosts, networks };
}

/** Whether this server may call that address on behalf of an organization. */
export function isAllowedAddress(host: string, address: string, allowed: AllowedReceivers): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (allowed.hosts.has(host.toLowerCase()) || allowed.networks.check(address, family)) return true;
  if (closed.check(address, family)) return false;
  return family === 'ipv4' || openIPv6.check(address, 'ipv6');
}
