import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { accessTo } from '#kernel/fields/disclosure.ts'
import { permits } from '#kernel/permissions.ts'
import { bilingual, isNameHalf } from '#kernel/wording/names.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { material } from '#plugins/masters/material.ts'
import { canStock } from '#plugins/sap/permissions.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { sapClient } from './client.ts'
import { withRefusals } from './failure.ts'
import { readingNames, readSap } from './readings.ts'
import { isSapSet } from './settings.ts'

const short = z.string().max(64).optional()
const choicesQuery = z.object({
  keyword: short,
  factory: short,
  material: short,
  storageLocation: short,
  batch: short,
  current: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
})
const forwarded = z.strictObject({ path: z.string().max(200), method: z.enum(['GET', 'POST']).default('GET'),
  body: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).nullish() })

const readsPrices = (caller: Caller): boolean =>
  permits(caller.permissions, material.can.view) && ['full', 'readOnly'].includes(accessTo(material, caller, 'price'))

/** Calls that read from SAP, clean its cache and forward requests to its gateway. */
export function sapRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { env } = host

  routes.get('/oaserver/sap/state', { config: { access: signedIn, resource: 'sap' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async () => ({ configured: isSapSet(env) }))

  for (const name of readingNames) {
    const access = name === 'stock' ? needs(canStock.view) : signedIn
    routes.get(`/oaserver/sap/${name}`, { config: { access, resource: 'sap' }, schema: { querystring: choicesQuery } },
      ({ query, caller }) =>
        withRefusals(async () => {
          const { current: page, factory: plant, ...rest } = query
          const { items } = await readSap({ env, client: () => sapClient(env), db: host.db, at: host.clock.now() }, name, { ...rest, plant,
            page })
          const named = items.map((item) => ('code' in item ? { ...item, name: joinedName(item) } : item))
          // prices of materials are shown to readers who see them on the page of materials
          return named.map((item) => ('price' in item && !readsPrices(caller) ? { ...item, price: undefined } : item))
        }))
  }

  routes.post('/oaserver/sap/cache/clean', { config: { access: needs(canOrganisation.sync), resource: 'sap', repeats: 'harmless' },
    schema: { body: z.strictObject({ kind: z.enum(readingNames).optional() }) } }, async ({ body: { kind } }) => {
    let cleared = 0
    for (const name of readingNames)
      if (kind === undefined || kind === name) cleared += await host.external.forget(host.db, { call: `sap.${name}` })
    return { cleared }
  })

  routes.post('/oaserver/sap/forward', { config: { access: needs(canOrganisation.sync), resource: 'sap', reads: true },
    schema: { body: forwarded } }, ({ body: { path, method, body } }) => {
    if (!isAllowedRequest(method, path)) throw new Forbidden('sap.notForwarded')
    return withRefusals(() => sapClient(env).get(path, body ?? {}, z.unknown()))
  })
}

/** The name in both languages; once where they are the same, as for units that SAP knows by a code only. */
const joinedName = ({ nameCn: cn, nameEn: en }: { readonly nameCn: string; readonly nameEn: string }): string =>
  cn === en && isNameHalf(cn) ? cn : bilingual({ cn, en })

/** Paths of the reading requests that are forwarded to SAP unchanged. */
const allowed = [
  /^\/(cost-centres|projects|materials|stock|units|accounts|movements)$/,
  /^\/vendors\/[A-Za-z0-9-]{1,20}(\/open-items)?$/,
  /^\/purchase-orders\/\d{10}$/,
]

/** Returns whether a call may be handed on to SAP. */
const isAllowedRequest = (method: string, path: string): boolean => method === 'GET' && allowed.some((pattern) => pattern.test(path))
