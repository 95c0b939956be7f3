import { documentOf, type Frame, html } from './document.ts'
import { pageTexts } from './texts.ts'

/** A page with a message and a link. */
export function messagePage(frame: Frame, kind: 'expired' | 'failed' | 'signedOut', traceId?: string): string {
  const texts = pageTexts[frame.locale]
  const content = html`
<header class="head"><div><h1>${texts[`${kind}Title`]}</h1><p class="hint">${texts[`${kind}Hint`]}</p></div></header>
<a class="primary" href="/">${kind === 'signedOut' ? texts.signIn : texts.startAgain}</a>
${traceId ? html`<p class="foot">${texts.trace} <code>${traceId}</code></p>` : undefined}`
  return documentOf(frame, texts[`${kind}Title`], content)
}

export interface SignOutPage extends Frame {
  readonly action: string
  readonly token: string
  /** Whether the application requested it; then the form is submitted without confirmation. */
  readonly certain: boolean
}

/** The page of the identity provider that asks for confirmation before ending the session, or ends it directly. */
export function signOutPage(page: SignOutPage): string {
  const texts = pageTexts[page.locale]
  const content = html`
<header class="head"><div><h1>${
    page.certain ? texts.signingOut : texts.signOutTitle
  }</h1><p class="hint">${texts.signOutHint}</p></div></header>
<form method="post" action="${page.action}"${page.certain ? html` data-send` : undefined}>
<input type="hidden" name="xsrf" value="${page.token}"><input type="hidden" name="logout" value="yes">
<button class="primary" type="submit" autofocus>${texts.signOut}</button>
</form>`
  return documentOf(page, texts.signOutTitle, content, 'sign-out.js')
}
