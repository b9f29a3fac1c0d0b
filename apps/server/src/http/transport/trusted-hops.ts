import { BlockList, isIPv6 } from 'node:net';

const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6');

/**
 * Fastify's `trustProxy` for a chain of proxies: the first `hops` addresses, counted from this server, are
 * theirs. A direct caller from a public network is never one, and is not trusted.
 */
export function trustedHops(hops: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < hops && (hop > 0 || isOwnNetwork(address));
}

function isOwnNetwork(address: string): boolean {
  return ownNetworks.check(address.split('%')[0] ?? '', isIPv6(address) ? 'ipv6' : 'ipv4');
}
