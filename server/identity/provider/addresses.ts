import type { Env } from '#server/env.ts'

/** Path of the identity provider's realm. */
export const realm = '/idp/realms/oa'

/** The issuer of tokens: the URL of the realm. */
export const issuerOf = (env: Pick<Env, 'publicUrl'>): string => `${env.publicUrl}${realm}`

/**
 * Origins from which browsers may use the product: the public one and, unless that is HTTPS, `localhost` and `127.0.0.1` with the same
 * port for local use.
 */
export function originsOf({ publicUrl, port }: Pick<Env, 'publicUrl' | 'port'>): string[] {
  const own = new URL(publicUrl)
  if (own.protocol === 'https:') return [own.origin]
  const localPort = own.port || String(port)
  const local = ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${localPort}`).origin)
  return [...new Set([own.origin, ...local])]
}

/** The known origin that matches the Host header, else the public one, so that a forged header has no effect. */
export function originOf(host: string | undefined, origins: readonly string[]): string {
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0] ?? ''
}
