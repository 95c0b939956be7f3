/** The server puts it into the page; styles that scripts add must carry it. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content

/**
 * Gives the nonce to every style element that a script makes. antd hands its own nonce to most of its styles, but
 * registers its CSS variables without one (cssinjs 1.24), and the content security policy would refuse them.
 */
export function giveStylesNonce(nonce: string | undefined): void {
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
