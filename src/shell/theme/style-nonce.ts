/** The CSP nonce that the server adds to the page, required for styles added by scripts. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content

/**
 * Sets the nonce on every style element created by a script. antd passes its nonce to most styles, but registers CSS variables without one
 * (cssinjs 1.24), and the content security policy would block them.
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
