/** The identity provider that this browser signs in at, and its client. */
export interface IdentityProvider {
  readonly authority: string
  readonly clientId: string
  /** The company's, not the product's own. */
  readonly isExternal: boolean
}

/** The product's own provider, under the address of the page; the account is asked for here whoever signs people in. */
export const identityBase = '/idp/realms/oa'

let discovery: Promise<IdentityProvider> | undefined

/** The provider that the product was set up with; asked for once, and again after a failure. */
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
