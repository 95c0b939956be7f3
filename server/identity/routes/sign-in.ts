import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { MeaningfulError } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Env } from '#server/env.ts'
import { open } from '#server/http/access.ts'
import { parseLanguage } from '#server/http/language.ts'
import { demandOtherPassword, type Sender, type SignIn, signInWithPassword } from '../accounts/accounts.ts'
import { type DemoAccount, languageSwitch, messagePage, signInPage, type SignInPage } from '../pages/sign-in-pages.ts'
import { documentOf, type Frame, frameOf, type FrameSource, html, sendPage } from '../pages/document.ts'
import { identityTexts, pageTexts } from '../texts.ts'
import { checkNewPassword, hashPassword } from '../accounts/credentials.ts'
import { adapterOf, sweepRecords } from '../provider/adapter.ts'
import { realm } from '../provider/addresses.ts'
import { users } from '../organisation/users.ts'
import { errors } from '../provider/library.ts'

export interface SignInDependencies extends FrameSource {
  readonly provider: Provider
  readonly env: Pick<Env, 'demo' | 'demoPassword' | 'passwordCost' | 'publicUrl'>
  readonly demoAccounts: () => Promise<readonly DemoAccount[]>
}

type Body = Readonly<Record<string, string | undefined>> | undefined
interface Route {
  Params: { uid: string }
  Querystring: { lang?: string }
  Body: Body
}

/** Time for replacing a first password after entering it, seconds. */
const changeLife = 600

/** The page for signing in, and the one for replacing a first password. */
export function registerSignIn(app: FastifyInstance, parts: SignInDependencies): void {
  const config = { access: open, raw: true, form: true, resource: 'signIn' } as const
  const page = `${realm}/sign-in/:uid`

  app.get<Route>(page, { config }, (request, reply) =>
    within(parts, { request, reply }, async (visit) => {
      await sweepRecords(parts.db)
      return showSignIn(parts, visit, {})
    }))

  app.post<Route>(page, { config, bodyLimit: 8_192 }, (request, reply) =>
    posted(parts, { request, reply }, async (visit) => {
      const { username = '', password = '' } = textsOf(request.body)
      if (!username.trim() || !password) return showSignIn(parts, visit, { userName: username, error: missing(visit.locale, username) })
      const result = await signInWithPassword(parts, username, password, senderOf(request))
      request.audited = auditedAs(result)
      if (result.outcome === 'busy') reply.code(429)
      if (result.outcome !== 'accepted') return showSignIn(parts, visit, { userName: username, error: errorOf(result, visit.locale) })
      if (!result.mustChangePassword) return finish(parts, visit, result.id)
      await pending(parts).upsert(visit.interaction.uid, { accountId: result.id, userName: result.userName }, changeLife)
      return showPassword(parts, visit, { userName: result.userName })
    }))

  app.post<Route>(`${page}/password`, { config, bodyLimit: 8_192 }, (request, reply) =>
    posted(parts, { request, reply }, async (visit) => {
      const waiting = await pending(parts).find(visit.interaction.uid)
      if (!waiting?.accountId) return showSignIn(parts, visit, {})
      const { newPassword = '', repeat = '' } = textsOf(request.body)
      const userName = String(waiting['userName'])
      const { accountId } = waiting
      const error = await newPasswordProblem(newPassword, repeat, { userName, locale: visit.locale,
        demandOther: () => demandOtherPassword(parts, accountId, newPassword) })
      if (error) return showPassword(parts, visit, { userName, error })
      const hash = await hashPassword(newPassword, parts.env.passwordCost)
      await transaction(parts.db, (tx) => users(tx, parts.clock.now()).setPassword(accountId, hash))
      request.audited = { by: accountId }
      return finish(parts, visit, accountId)
    }))
}

interface Visit {
  readonly request: FastifyRequest<Route>
  readonly reply: FastifyReply
  readonly interaction: Interaction
  readonly locale: Locale
}

/** Runs the work for the browser's current sign-in; shows a page where that has expired. */
async function within(parts: SignInDependencies, { request, reply }: Pick<Visit, 'request' | 'reply'>,
  work: (visit: Visit) => Promise<FastifyReply>) {
  try {
    const interaction = await parts.provider.interactionDetails(request.raw, reply.raw)
    if (interaction.uid !== request.params.uid) throw new errors.SessionNotFound()
    return await work({ request, reply, interaction, locale: localeOf(request, interaction) })
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    return sendPage(reply, messagePage(await frameOf(parts, localeOf(request)), 'expired'), parts)
  }
}

/** Like `within` for a submitted form: refuses forms of other origins, independently of the browser's cookie policy. */
async function posted(parts: SignInDependencies, { request, reply }: Pick<Visit, 'request' | 'reply'>,
  work: (visit: Visit) => Promise<FastifyReply>) {
  const { origin } = request.headers
  // clients other than browsers send no origin
  if (origin === undefined || parts.origins.includes(origin)) return within(parts, { request, reply }, work)
  request.audited = { turnedAway: true }
  return sendPage(reply.code(403), messagePage(await frameOf(parts, localeOf(request)), 'failed'), parts)
}

/** The locale: chosen on the page, else requested by the application, else preferred by the browser. */
function localeOf(request: FastifyRequest<Route>, interaction?: Interaction): Locale {
  const { lang } = request.query
  if (lang === 'cn' || lang === 'en') return lang
  return parseLanguage(interaction?.params['ui_locales']?.replaceAll(' ', ',') ?? request.headers['accept-language'] ?? '')
}

async function showSignIn(parts: SignInDependencies, { interaction, locale, reply }: Visit, shown: Pick<SignInPage, 'userName' | 'error'>) {
  const { env } = parts
  const demo = env.demo ? { accounts: await parts.demoAccounts(), password: env.demoPassword } : undefined
  const frame = await frameOf(parts, locale)
  const page = signInPage({ ...frame, ...shown, demo, action: `${realm}/sign-in/${interaction.uid}`,
    encrypted: env.publicUrl.startsWith('https:') })
  return sendPage(reply, page, parts)
}

async function showPassword(parts: SignInDependencies, { interaction, locale, reply }: Visit,
  shown: { userName: string; error?: NonNullable<Parameters<typeof passwordPage>[0]['error']> }) {
  const frame = await frameOf(parts, locale)
  return sendPage(reply, passwordPage({ ...frame, ...shown, action: `${realm}/sign-in/${interaction.uid}/password` }), parts)
}

/** Passes the signed-in person to the provider, which continues the authorization request. */
async function finish({ provider }: SignInDependencies, { request, reply }: Visit, accountId: string) {
  const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId } }, { mergeWithLastSubmission: false })
  return reply.redirect(next, 303)
}

/** The audited person; none for a failed sign-in, since the entered name may be a password. */
export const auditedAs = (result: SignIn) => (result.outcome === 'accepted' ? { by: result.id } : { turnedAway: true })

const pending = ({ db }: SignInDependencies) => adapterOf(db)('PasswordChange')

function missing(locale: Locale, userName: string): SignInPage['error'] {
  const texts = pageTexts[locale]
  return userName.trim() ? { field: 'password', message: texts.passwordMissing } : { field: 'username', message: texts.userNameMissing }
}

function errorOf(result: Exclude<SignIn, { outcome: 'accepted' }>, locale: Locale): SignInPage['error'] {
  const texts = identityTexts[locale]
  if (result.outcome === 'locked')
    return { field: 'password', message: texts['identity.locked'].replace('{minutes}', String(minutesUntil(result.until))) }
  if (result.outcome === 'busy') return { field: 'password', message: texts['identity.busy'] }
  if (result.outcome === 'disabled') return { field: 'username', message: texts['identity.disabled'] }
  return { field: 'password', message: texts['identity.wrongPassword'] }
}

/** The sender of a request, whose connection may close while it waits. */
export const senderOf = ({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): Sender => ({ address: ip, isGone: () => raw.socket.destroyed })

/** Remaining minutes of a lock, rounded up, at least 1. */
export function minutesUntil(until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000))
}

interface Renewal {
  readonly userName: string
  readonly locale: Locale
  readonly demandOther: () => Promise<void>
}

async function newPasswordProblem(password: string, repeat: string, { userName, locale, demandOther }: Renewal) {
  try {
    checkNewPassword(password, userName)
    if (password === repeat) await demandOther()
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    return { field: 'newPassword', message: identityTexts[locale][error.code as 'identity.passwordLength'] } as const
  }
  return password === repeat ? undefined : ({ field: 'repeat', message: pageTexts[locale].passwordsDiffer } as const)
}

/** The texts of a form; a repeated field counts as absent. */
function textsOf(body: Body): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string'))
}

interface PasswordPage extends Frame {
  readonly action: string
  readonly userName: string
  readonly error?: { readonly field: 'newPassword' | 'repeat'; readonly message: string }
}

/** The page after a correct first password. */
function passwordPage(page: PasswordPage): string {
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
