import type { Label, Locale } from '#kernel/wording/label.ts'
import { documentOf, type Frame, html, type Html } from './document.ts'
import { type PageTexts, pageTexts } from '../texts.ts'

export interface SignInPage extends Frame {
  /** The URL to which the form is sent, without a query. */
  readonly action: string
  readonly userName?: string
  /** Message at the field that it concerns. */
  readonly error?: { readonly field: 'username' | 'password'; readonly message: string }
  readonly demo?: { readonly accounts: readonly DemoAccount[]; readonly password: string }
  readonly encrypted: boolean
}

/** Number of accounts shown before "show all". */
const shownAccounts = 8

/** The sign-in page of the identity provider; in a demo it lists the accounts. */
export function signInPage(page: SignInPage): string {
  const texts = pageTexts[page.locale]
  const product = page.product[page.locale]
  const content = html`
<header class="head"><div><h1>${texts.signIn}</h1><p class="hint">${texts.signInHint(product)}</p></div>${languageSwitch(page)}</header>
<form method="post" action="${page.action}?lang=${page.locale}" novalidate data-missing-username="${texts.userNameMissing}"
data-missing-password="${texts.passwordMissing}">
${userNameField(page, texts)}
${passwordField(page, texts)}
<label class="check"><input type="checkbox" name="remember" id="remember"> ${texts.remember}</label>
<button class="primary" type="submit">${texts.signIn}</button>
</form>
${page.demo && page.demo.accounts.length > 0 ? demoAccounts(page.demo, page, texts) : undefined}
<p class="foot">${shield}${page.encrypted ? texts.encrypted : texts.singleSignOn}</p>`
  return documentOf(page, texts.signInTitle(product), content, 'sign-in.js')
}

/** Links to the sign-in page in both languages. */
export function languageSwitch({ locale, action }: Pick<SignInPage, 'locale' | 'action'>): Html {
  const link = (code: 'cn' | 'en', name: string, lang: string) =>
    html`<a href="${action}?lang=${code}" lang="${lang}" hreflang="${lang}"${
      locale === code ? html` aria-current="true"` : undefined
    }>${name}</a>`
  return html`<nav class="languages" aria-label="${pageTexts[locale].language}">${link('cn', '中文', 'zh-CN')}${
    link('en', 'English', 'en')
  }</nav>`
}

function userNameField(page: SignInPage, texts: PageTexts): Html {
  return html`<div class="field"><label for="username">${texts.userName}</label>
<div class="input">${person}<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none"
spellcheck="false" maxlength="60" required value="${page.userName ?? ''}"${described(page, 'username')}${
    page.userName ? undefined : html` autofocus`
  }></div>
${problem(page, 'username')}</div>`
}

/**
 * The help is displayed next to the label but follows the input in the markup, so that the tab key leads from the user name to the
 * password.
 */
function passwordField(page: SignInPage, texts: PageTexts): Html {
  return html`<div class="field has-help"><label for="password">${texts.password}</label>
<div class="input">${lock}<input id="password" name="password" type="password" autocomplete="current-password" maxlength="100" required${
    described(page, 'password')
  }${page.userName ? html` autofocus` : undefined}>
<button class="eye" type="button" hidden aria-controls="password" aria-pressed="false" aria-label="${texts.showPassword}"
data-hide="${texts.hidePassword}" title="${texts.showPassword}">${eye}</button></div>
${problem(page, 'password')}
<details class="help" id="forgotten"><summary>${texts.forgotten}</summary><p>${texts.forgottenHelp}</p></details></div>`
}

function described({ error }: SignInPage, field: 'username' | 'password'): Html | undefined {
  return error?.field === field ? html` aria-invalid="true" aria-describedby="${field}-problem"` : undefined
}

function problem({ error }: SignInPage, field: 'username' | 'password'): Html {
  return html`<p class="problem" id="${field}-problem" role="alert">${error?.field === field ? error.message : ''}</p>`
}

function demoAccounts({ accounts, password }: NonNullable<SignInPage['demo']>, { locale, userName }: SignInPage, texts: PageTexts): Html {
  const row = (account: DemoAccount) =>
    html`<li><button type="button" data-user="${account.userName}" aria-pressed="${account.userName === userName ? 'true' : 'false'}">
${avatar(account, locale)}<span class="who"><span class="name">${account.label[locale]}</span><span class="role">${
      account.description[locale]
    }</span></span>${tick}</button></li>`
  const rest = accounts.slice(shownAccounts)
  return html`<section class="demo" aria-labelledby="demo" data-password="${password}">
<div class="demo-head"><h2 id="demo">${texts.demoAccounts}</h2><p>${texts.demoHint(password)}</p></div>
<ul>${accounts.slice(0, shownAccounts).map(row)}</ul>
${
    rest.length > 0
      ? html`<details><summary><span class="more">${
        texts.allAccounts(accounts.length)
      }</span><span class="fewer">${texts.fewerAccounts}</span></summary><ul>${rest.map(row)}</ul></details>`
      : undefined
  }
</section>`
}

const icon = (shape: Html, name = '') =>
  html`<svg class="icon ${name}" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.3"
    stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`
const person = icon(html`<circle cx="8" cy="5.2" r="3"/><path d="M2.8 14c.6-2.9 2.6-4.4 5.2-4.4s4.6 1.5 5.2 4.4"/>`)
const lock = icon(html`<rect x="2.7" y="7" width="10.6" height="7" rx="1.4"/><path d="M5 7V5a3 3 0 0 1 6 0v2M8 9.8v1.6"/>`)
const eye = icon(
  html`<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z"/><circle cx="8" cy="8" r="2"/><path class="slash"
    d="m2.5 13.5 11-11"/>`,
)
const tick = icon(html`<path d="m3 8.5 3.4 3.4L13 4.6"/>`, 'tick')
const shield = icon(html`<path d="M8 1.6 13 3.4v4.3c0 3.2-2.1 5.6-5 6.7-2.9-1.1-5-3.5-5-6.7V3.4L8 1.6Z"/><path d="m5.8 8 1.6 1.6 2.9-3"/>`)

/** A round avatar with an initial, in one of six colour pairs. */
function avatar({ userName, label }: { readonly userName: string; readonly label: Label }, locale: Locale): Html {
  const tone = [...userName].reduce((sum, char) => (sum * 33 + (char.codePointAt(0) ?? 0)) % 9973, 7) % 6
  return html`<span class="avatar tone${tone}" aria-hidden="true">${initial(label[locale])}</span>`
}

/** The initial for an avatar: the given name of a three-character Chinese name, else the family name; two letters of a Latin one. */
export function initial(name: string): string {
  const chars = [...name.trim()]
  if (/^\p{Script=Han}/u.test(name)) return (chars.length === 3 ? chars[1] : chars[0]) ?? ''
  const words = name.trim().split(/\s+/)
  return words.slice(0, 2).map((word) => word.slice(0, 1).toUpperCase()).join('')
}

/** A page with a message and a link. */
export function messagePage(frame: Frame, kind: 'expired' | 'failed' | 'signedOut', traceId?: string): string {
  const texts = pageTexts[frame.locale]
  const content = html`
<header class="head"><div><h1>${texts[`${kind}Title`]}</h1><p class="hint">${texts[`${kind}Hint`]}</p></div></header>
<a class="primary" href="/">${kind === 'signedOut' ? texts.signIn : texts.startAgain}</a>
${traceId ? html`<p class="foot">${texts.trace} <code>${traceId}</code></p>` : undefined}`
  return documentOf(frame, texts[`${kind}Title`], content)
}

interface SignOutPage extends Frame {
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

/** An account offered on the sign-in page of the demo company. */
export interface DemoAccount {
  readonly userName: string
  /** The person's name. */
  readonly label: Label
  /** Description of the account, such as its role. */
  readonly description: Label
}
