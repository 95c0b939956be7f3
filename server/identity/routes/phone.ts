import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { tight } from '#server/http/rate-limit.ts'
import type { SendSms } from '#server/outbound/sms.ts'
import type { Clock } from '#server/host.ts'
import type { Caller } from '../caller.ts'
import { phoneCodes } from '../accounts/phone-codes.ts'
import { identityTexts } from '../texts.ts'
import { users } from '../organisation/users.ts'
import { demandPassword } from './me.ts'

export interface PhoneDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** Passwords are an external identity provider's. */
  readonly external: boolean
  /** Absent: the settings name no gateway, and telephones are kept by administrators only. */
  readonly sendSms?: SendSms
}

const phone = z.string().regex(new RegExp(patterns.phone), 'identity.invalidPhone')
const change = z.strictObject({ phone, code: z.string().regex(/^\d{6}$/, 'identity.codeWrong'), password: z.string().max(100).optional() })

/** A telephone of one's own, proven by a code that is sent to it. */
export function registerPhone(app: FastifyInstance, { db, clock, log, external, sendSms }: PhoneDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'account', rateLimit: tight, repeats: 'secret' } as const

  routes.post('/system/auth/code/send/:phone', { config, schema: { params: z.object({ phone }), body: z.strictObject({}).nullish() } },
    async ({ caller, params }) => {
      const send = demandGateway(sendSms)
      await demandFree(db, caller.id, params.phone)
      const code = await phoneCodes(db).create(caller.id, params.phone, clock.now())
      await send({ phone: params.phone, code, text: fillText(identityTexts[caller.locale]['identity.codeText'], { code }, caller.locale) })
        .catch((error: unknown) => {
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'a code could not be sent')
          throw new Refused('identity.codeNotSent')
        })
      return 'ok'
    })

  routes.put('/system/profile/phone', { config, schema: { body: change } }, async (request) => {
    const { caller, body } = request
    demandGateway(sendSms)
    // A person who holds the telephone may set the password: somebody who finds a window open cannot go that way.
    if (!external) await demandPassword({ db, clock }, caller, body.password ?? '', 'password')
    await phoneCodes(db).take(caller.id, body.phone, body.code, clock.now())
    const before = await phoneOf(db, caller)
    await users(db, clock.now()).update(caller.id, { phone: body.phone }, caller.id)
    request.audited = { id: caller.id, before: { phone: before }, after: { phone: body.phone } }
    return { phone: body.phone }
  })
}

/** @throws Refused `identity.noSms` */
function demandGateway(sendSms: SendSms | undefined): SendSms {
  if (!sendSms) throw new Refused('identity.noSms')
  return sendSms
}

/** No code is sent to a telephone number of another account. @throws Refused `error.duplicate` at `phone` */
async function demandFree(db: Db, id: string, phone: string): Promise<void> {
  const other = await db.selectFrom('sys_user').select('id').where('phone', '=', phone).where('id', '<>', id).where('del_flag', '=', 0)
    .executeTakeFirst()
  const problem = { code: 'error.duplicate', parameters: { label: bilingual({ cn: '手机号', en: 'Phone' }) } }
  if (other) throw new Refused(problem.code, problem.parameters, [{ field: 'phone', ...problem }])
}

const phoneOf = async (db: Db, { id }: Caller) =>
  (await db.selectFrom('sys_user').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone
