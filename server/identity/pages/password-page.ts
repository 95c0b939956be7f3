import { documentOf, type Frame } from './document.ts'
import { html } from './html.ts'
import { languageSwitch } from './sign-in-page.ts'
import { pageTexts } from './texts.ts'

export interface PasswordPage extends Frame {
  readonly action: string
  readonly userName: string
  readonly error?: { readonly field: 'newPassword' | 'repeat'; readonly message: string }
}

/** Asked once after the right first password. */
export function passwordPage(page: PasswordPage): string {
  const texts = pageTexts[page.locale]
  const field = (id: 'newPassword' | 'repeat', label: string) => {
    const wrong = page.error?.field === id
    return html`<div class="field"><label for="${id}">${label}</label>
<div class="input plain"><input id="${id}" name="${id}" type="password" autocomplete="new-password" minlength="6" maxlength="18" required
aria-describedby="rule ${id}-problem"${wrong ? html` aria-invalid="true"` : undefined}${
      id === 'newPassword' ? html` autofocus` : undefined
    }></div>
<p class="problem" id="${id}-problem" role="alert">${wrong ? page.error?.message : ''}</p></div>`
  }
  const content = html`
<header class="head"><div><h1>${texts.newPasswordTitle}</h1><p class="hint">${texts.newPasswordHint}</p></div>${
    languageSwitch(page)
  }</header>
<form method="post" action="${page.action}?lang=${page.locale}" novalidate>
<input type="hidden" name="username" autocomplete="username" value="${page.userName}">
${field('newPassword', texts.newPassword)}
${field('repeat', texts.repeatPassword)}
<p class="rule" id="rule">${texts.passwordRule}</p>
<button class="primary" type="submit">${texts.saveAndSignIn}</button>
</form>`
  return documentOf(page, texts.newPasswordTitle, content)
}
