import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { BadRequest } from '#server/http/answers/refusal.ts'
import { tight } from '#server/http/rate-limit.ts'
import { open } from '#server/http/access.ts'
import { type SignIn, type SignInSource, signInWithPassword } from '../accounts/accounts.ts'
import { attempts } from '../accounts/attempts.ts'
import { captchas } from '../accounts/captcha.ts'
import { issueTokens } from '../provider/password-grant.ts'
import { webClient } from '../sessions/tokens.ts'
import { auditedAs, minutesUntil, senderOf } from './sign-in.ts'

/** Wrong passwords of an account after which a picture has to be read too; so it does where an address had too many. */
const captchaAfter = 3

const LoginInput = z.object({
  username: z.string().min(1).max(60),
  password: z.string().min(1).max(100),
  code: z.string().max(10).optional(),
  uuid: z.string().max(36).optional(),
})

/** A client may name the picture itself; else the answer's header does. */
const CaptchaInput = z.object({ uuid: z.string().regex(/^[A-Za-z0-9-]{8,36}$/).optional(), _t: z.string().optional() })

/** Signing in without the page, for clients that have their own form. */
export function registerLogin(app: FastifyInstance, { db, clock, provider }: SignInSource & { readonly provider: Provider }): void {
  app.get('/public/captchaImage', { config: { access: open, raw: true, resource: 'signIn', rateLimit: tight },
    schema: { querystring: CaptchaInput } }, async ({ query }, reply) => {
    const { id, picture } = await captchas(db).create((query as z.output<typeof CaptchaInput>).uuid)
    return reply.header('x-captcha-id', id).header('cache-control', 'no-store').type('image/svg+xml').send(picture)
  })

  app.post('/system/login', { config: { access: open, form: true, resource: 'signIn', rateLimit: tight }, bodyLimit: 8_192,
    schema: { body: LoginInput } }, async (request) => {
    const { username, password, code = '', uuid = '' } = request.body as z.output<typeof LoginInput>
    const asksForCaptcha = (await attempts(db).failures(username)) >= captchaAfter || (await attempts(db).isSuspicious(request.ip))
    if (asksForCaptcha) await checkCaptcha(db, uuid, code)
    const result = await signInWithPassword({ db, clock }, username, password, senderOf(request))
    request.audited = auditedAs(result)
    if (result.outcome !== 'accepted') throw refusalOf(result)
    if (result.mustChangePassword) throw new Refused('identity.passwordChangeNeeded')
    const client = await provider.Client.find(webClient)
    if (!client) throw new Error('the web client is not configured')
    const { answer } = await issueTokens(provider, client, result.id)
    return { user_name: result.userName, access_token: `Bearer ${answer.access_token}`, refresh_token: answer.refresh_token,
      expires_in: answer.expires_in }
  })
}

async function checkCaptcha(db: Db, id: string, answer: string) {
  if (!id || !answer) throw new Refused('identity.captchaNeeded', {}, [{ field: 'code', code: 'identity.captchaNeeded' }])
  if (!(await captchas(db).take(id, answer)))
    throw new Refused('identity.wrongCaptcha', {}, [{ field: 'code', code: 'identity.wrongCaptcha' }])
}

function refusalOf(result: Exclude<SignIn, { outcome: 'accepted' }>) {
  const at = (field: string, code: string, parameters: Readonly<Record<string, number>> = {}) =>
    new Refused(code, parameters, [{ field, code, parameters }])
  if (result.outcome === 'locked') return at('password', 'identity.locked', { minutes: minutesUntil(result.until) })
  if (result.outcome === 'busy') return new BadRequest(429, 'identity.busy')
  return result.outcome === 'disabled' ? at('username', 'identity.disabled') : at('password', 'identity.wrongPassword')
}
