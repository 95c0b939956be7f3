import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import { canPosting } from '#kernel/postings.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { postingCallNames, postingPaths } from '../calls.ts'
import { nameOfInterface, type SapInterface } from './interfaces.ts'
import { interfaceOf } from './port.ts'
import { sapDestination } from './protocols/destination.ts'
import { isReadBySystem, readingNames, readings, systemReadings } from './readings.ts'
import { serviceOf } from './released-services/facts.ts'
import { sapSettings } from './settings.ts'

/** Protocols by their names for people. */
const protocols = { odata2: 'OData V2', odata4: 'OData V4', bapi: 'BAPI (SOAP)', gateway: 'JSON' } as const

/** Call of the interfaces to SAP: which released service each posting and each reading uses. */
export function interfacesCall(app: FastifyInstance, { env, plugins }: Pick<Host, 'env' | 'plugins'>): void {
  app.withTypeProvider<ZodTypeProvider>().get('/oaserver/sap/interfaces', {
    config: { access: needs(canPosting.view), resource: 'sap' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) },
  }, async () => {
    const uses = (call: string) =>
      plugins.flatMap(({ forms = [] }) =>
        forms.filter(({ posts = [] }) => posts.some((one) => one.call === call || one.reversal === call)).map((form) => bilingual(form))
      )
    const postings = postingCallNames.map((call) => {
      const found = interfaceOf(env, call)
      return { call, kind: 'posting' as const, ...(found ?
        described(found.taken) :
        { protocol: protocols.gateway, api: postingPaths[call], entity: null, isReleased: false, isChecked: false }),
        isSet: found !== undefined || sapSettings(env) !== undefined, forms: uses(call) }
    })
    const read = readingNames.map((name) => {
      const reading = isReadBySystem(env, name) ? systemReadings[name] : undefined
      const service = reading && serviceOf(reading.service)
      return { call: `sap.${name}`, kind: 'reading' as const, protocol: service ? protocols[service.protocol] : protocols.gateway,
        api: service?.name ?? readings[name].path, entity: null, isReleased: service !== undefined, isChecked: false,
        isSet: service !== undefined || sapSettings(env) !== undefined, forms: [] }
    })
    return { system: sapDestination(env)?.url ?? null, gateway: sapSettings(env)?.url ?? null, interfaces: [...postings, ...read] }
  })
}

function described(taken: SapInterface) {
  if ('bapi' in taken)
    return { protocol: protocols.bapi, api: nameOfInterface(taken), entity: null, isReleased: true, isChecked: taken.testRun !== undefined }
  const protocol = protocols[serviceOf(taken.service).protocol]
  if ('bomItems' in taken) return { protocol, api: taken.service, entity: taken.bomItems, isReleased: true, isChecked: true }
  if ('releases' in taken) return { protocol, api: taken.service, entity: taken.releases, isReleased: true, isChecked: false }
  if (!('set' in taken))
    return { protocol, api: taken.service, entity: 'call' in taken ? taken.call : taken.changes, isReleased: true, isChecked: false }
  return { protocol, api: taken.service, entity: taken.set, isReleased: true, isChecked: taken.onlyValidates !== undefined }
}
