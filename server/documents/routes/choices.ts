import type { FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import { givenOf } from '#kernel/evaluate/external-questions.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { signedIn } from '#server/http/access.ts'
import { formOf } from '../host.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { type DocumentRouteContext, typed } from './context.ts'

const text = z.string().max(100)
const key = z.string().max(64)
const querystring = z.strictObject({
  /** The call of another system with its parameters, as a field of the form declares it. */
  call: key,
  with: z.record(key, key).default({}),
  keyword: text.default(''),
  /** The values of the parameters, by the keys of the fields. */
  values: z.record(key, z.union([text, z.number()]).nullable()).default({}),
})
const ofType = z.strictObject({ businessType: key })

/** Time to live of a cached answer, which all users share, ms. */
const maxAge = 300_000
/** Maximum number of choices per answer; further ones are found by keyword. */
const most = 100

/** Choices of another system for a field of a form. */
export function choiceRoutes(app: FastifyInstance, { host }: DocumentRouteContext): void {
  const config = { access: signedIn, resource: 'document', reads: true } as const
  typed(app).post('/oaserver/:businessType/choices', { config, schema: { params: ofType, body: querystring } },
    async ({ params, body }) => {
      const form = formOf(host, params.businessType)
      const place = placeOf(form, body)
      if (!place) throw new Missing('error.missing')
      const { table } = place
      const value: FormValue = table === undefined ? body.values : { ...body.values, [table]: [body.values] }
      const facts = await evaluationAt(host, host.db, { at: host.clock.now(), form })
      await facts.know(form.fields, value)
      const parameters = givenOf(body.with, { form, value, facts, ...(table !== undefined && { table, row: body.values }) })
      if (!parameters) return { choices: [], readAt: null }
      const question = { call: body.call, parameters, keyword: body.keyword }
      await host.external.ask([question], { maxAge })
      const answer = host.external.answer(question)
      if (!answer)
        throw new Refused('external.outage', { system: bilingual(host.external.systemOf(body.call) ?? { cn: body.call, en: body.call }) })
      return { choices: answer.rows.slice(0, most), readAt: answer.readAt.toISOString() }
    })
}

/** The part of the form with a field of this call and parameters: its header, or a table. */
function placeOf({ fields }: Form, { call, with: parameters }: z.output<typeof querystring>): { readonly table?: string } | undefined {
  const isAsked = ({ optionsBy }: Form['fields'][string]) =>
    optionsBy?.call === call && isDeepStrictEqual({ ...optionsBy.with }, { ...parameters })
  if (Object.values(fields).some(isAsked)) return {}
  const table = Object.entries(fields).find(([, { columns = {} }]) => Object.values(columns).some(isAsked))
  return table && { table: table[0] }
}
