import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { publishedPoints } from '#kernel/composition/contribution-findings.ts'
import { offeredReferences } from '#kernel/plugin.ts'
import { memoize } from '#kernel/memoize.ts'
import type { Resource } from '#kernel/resource.ts'
import { describeForm } from '#kernel/wording/describe.ts'
import { type Form, shortName } from '#kernel/form.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { terminals } from '#server/terminals/terminals.ts'
import { partsOf } from '../definitions/definitions.ts'
import { formGroupsOf, recentProcesses } from '../definitions/process-source.ts'
import { formOf } from '../host.ts'
import { startableForms } from '../lifecycle/submit.ts'
import { type DocumentRouteContext, readContext, typed } from './requests.ts'

const access = { access: signedIn } as const

/** Names the declaration of a designed resource, so that browsers read it again once it is another one. */
const hashOf: (resource: Resource) => string = memoize((resource) =>
  createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 16)
)

/** Items of designed modules at the extension points of other modules. */
function contributionsOf({ designed, plugins }: Pick<Host, 'designed' | 'plugins'>) {
  const points = publishedPoints(plugins)
  return designed.flatMap(({ contributes }) =>
    contributes.flatMap(({ point, items }) =>
      items.map((item) => ({ point, key: points.get(point)?.point.keyOf(item) ?? '', item,
        hash: createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 16) })
      )
    )
  )
}

/** Calls that list processes and their forms. */
export function processRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const { host, flows } = calls
  const groups = formGroupsOf(host.plugins)
  const contributions = contributionsOf(host)
  /** The forms with the configured terminals. */
  const forms = async (): Promise<readonly Form[]> => {
    const all = [...host.forms.values()]
    const settings = await terminals(host.db).of(all)
    return all.map((form) => ({ ...form, terminals: settings.get(form.key)?.terminal ?? form.terminals }))
  }

  routes.get('/workflow/form/:businessType', { config: access, schema: { params: z.strictObject({ businessType: z.string().max(64) }) } },
    async (request) => describeForm(formOf(host, request.params.businessType)))

  // in the shape in which the built index of the pages has those of the modules; forms that the company added to replace the built ones
  routes.get('/workflow/declarations', { config: access }, async () => ({
    forms: [
      ...host.designed.flatMap(({ id: plugin, forms: designed }) => designed.map((form) => ({ plugin, form }))),
      ...host.amended.map(({ plugin, inForce: form }) => ({ plugin, form })),
    ].map(({ plugin, form: { key, cn, en, short, path, detailPath, terminals: shown, abortAfterCompletion } }) => ({ plugin, key, cn, en,
      short, path, detailPath, terminals: shown, abortAfterCompletion, hash: flows.formHash(key) })
    ),
    resources: host.designed.flatMap(({ id: plugin, resources }) =>
      resources.map((resource) => ({ plugin, name: resource.name, cn: resource.cn, en: resource.en, base: resource.base,
        calls: resource.calls, path: resource.path, can: resource.can, offers: resource.offers, hash: hashOf(resource) })
      )
    ),
    references: offeredReferences(host.designed),
    contributions: contributions.map(({ point, key, hash }) => ({ point, key, hash })),
    requires: Object.fromEntries(host.designed.map(({ id, requires }) => [id, requires])),
  }))

  routes.get('/workflow/declarations/resource/:name', { config: access, schema: { params: z.strictObject({ name: z.string().max(64) }) } },
    async ({ params: { name } }) => {
      const resource = host.designed.flatMap(({ resources }) => resources).find((each) => each.name === name)
      if (!resource) throw new Missing('error.missing')
      return resource
    })

  routes.get('/workflow/declarations/contribution/:point/:key', { config: access,
    schema: { params: z.strictObject({ point: z.string().max(64), key: z.string().max(64) }) } }, async ({ params: { point, key } }) => {
    const contributed = contributions.find((each) => each.point === point && each.key === key)
    if (!contributed) throw new Missing('error.missing')
    return contributed.item
  })

  routes.get('/workflow/process/list', { config: access, schema: {
    querystring: z.object({ groupId: z.string().max(40).optional(), keyword: z.string().max(100).optional(),
      terminal: z.string().max(10).optional() }),
  } }, async (request) => {
    const { groupId, keyword = '', terminal } = request.query
    const shown = (await forms()).filter((form) =>
      (!groupId || form.group === groupId) && (!terminal || (form.terminals as readonly string[]).includes(terminal)) &&
      `${form.cn} ${form.en}`.toLowerCase().includes(keyword.toLowerCase())
    )
    const [versions, startable] = await Promise.all([flows.currents(host.db, shown), startableForms(readContext(calls, request), shown)])
    const mayStart = new Set(startable)
    const amended = new Set(host.amended.map(({ inForce }) => inForce.key))
    return shown.map((form, index) => ({ ...processOf(form), amended: amended.has(form.key),
      ...versionOf(form, versions[index]?.version ?? 1), startable: mayStart.has(form) })
    )
  })

  routes.get('/workflow/process/keyList', { config: access },
    async () => [...host.forms.values()].map(({ key, cn, en }) => ({ key, name: cn, nameEn: en })))

  routes.get('/workflow/process/list/terminal', { config: access },
    async () => (await forms()).map(({ key, terminals: terminal }) => ({ businessType: key, terminal })))

  routes.get('/workflow/process/group/list', { config: access },
    async () => groups.map(({ id, cn, en }, sort) => ({ id, name: cn, nameEn: en, sort })))

  routes.get('/workflow/process/detail', { config: access,
    schema: { querystring: z.object({ key: z.string().max(64).optional(), procDefId: z.string().max(80).optional() }) } },
    async (request) => {
      const form = formOf(host, request.query.key ?? partsOf(host, request.query.procDefId ?? '').key)
      const { version, flow } = await flows.current(host.db, form)
      return { ...processOf(form), ...versionOf(form, version), nodes: flow.steps, settings: flow.settings }
    })

  routes.get('/workflow/getHomeFunction', { config: access,
    schema: { querystring: z.object({ name: z.string().max(100).optional(), terminal: z.string().max(10).default('web') }) } },
    async (request) => {
      const { name = '', terminal } = request.query
      const known = (await forms()).filter((form) => (form.terminals as readonly string[]).includes(terminal) && matches(form, name))
      const shown = await startableForms(readContext(calls, request), known)
      const recent = await recentProcesses(host.db, request.caller.id)
      return groups.flatMap((group) => {
        const items = shown.filter((form) => form.group === group.id).map((form) => ({ ...processOf(form),
          lastStarted: recent.get(form.key) ?? null })
        )
        return items.length > 0 ? [{ groupId: group.id, groupName: group.cn, groupNameEn: group.en, items }] : []
      })
    })
}

const versionOf = ({ key }: Form, version: number) => ({ version, id: `${key}:${version}` })

const matches = ({ cn, en }: Form, name: string) => cn.includes(name) || en.toLowerCase().includes(name.toLowerCase())

const processOf = (form: Form) => ({
  key: form.key,
  processKey: form.key,
  businessType: form.key,
  name: form.cn,
  nameEn: form.en,
  shortName: shortName(form).cn,
  shortNameEn: shortName(form).en,
  processName: form.cn,
  processNameEn: form.en,
  icon: form.icon,
  pinyin: pinyinOf(form.cn),
  path: form.path,
  routeName: `${form.key}Detail`,
  dynamicForm: form.designed !== undefined,
  urlPage: form.designed?.urlPage ?? null,
  terminal: form.terminals,
  supportCompletedAbort: form.abortAfterCompletion,
})
