/** The identity provider at which this browser signs in, and the client id. */
export interface IdentityProvider {
  readonly authority: string
  readonly clientId: string
  /** Whether it is the company's provider and not the product's own. */
  readonly isExternal: boolean
}

/** Base path of the product's own provider. Account calls always go there, even if an external provider signs people in. */
export const identityBase = '/idp/realms/oa'

let discovery: Promise<IdentityProvider> | undefined

/** The configured provider; loaded once, and again after a failure. */
export function identityProvider(): Promise<IdentityProvider> {
  discovery ??= ask().catch((error: unknown) => {
    discovery = undefined
    throw error
  })
  return discovery
}

async function ask(): Promise<IdentityProvider> {
  const answer = await fetch('/public/identityProvider', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The identity provider is not told: ${answer.status}`)
  const { data } = (await answer.json()) as { data: { issuer: string | null; clientId: string } }
  return { authority: data.issuer ?? `${location.origin}${identityBase}`, clientId: data.clientId, isExternal: data.issuer !== null }
}
