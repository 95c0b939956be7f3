import { type Finding, unknown, within } from '#kernel/composition/problem.ts'
import { notRequired } from '#kernel/composition/requirement-findings.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Problem, problemOf } from '#kernel/composition/problems.ts'
import type { ServerPlugin } from '#server/plugin.ts'

/**
 * Finds forms in the `concerns` of extensions that no plugin declares, or a plugin that theirs does not require: the extension would
 * never run. The start is refused with this list as with that of `problems`.
 */
export function extensionProblems(plugins: readonly Plugin[], servers: readonly Pick<ServerPlugin, 'id' | 'extensions'>[]): Problem[] {
  const owners = new Map(plugins.flatMap(({ id, forms }) => forms.map(({ key }) => [key, id] as const)))
  const required = new Map(plugins.map(({ id, requires }) => [id, requires]))
  return servers.flatMap((server) =>
    concernFindings(server, owners, required.get(server.id) ?? []).map((found) => problemOf(server.id, found))
  )
}

function concernFindings({ id, extensions = [] }: Pick<ServerPlugin, 'id' | 'extensions'>, owners: ReadonlyMap<string, string>,
  required: readonly string[]): Finding[] {
  const keys = [...new Set(extensions.flatMap(({ concerns }) => (typeof concerns === 'object' ? concerns : [])))]
  const foreign = keys.map((name) => ({ name, owner: owners.get(name) })).filter(({ owner }) =>
    owner !== undefined && owner !== id && !required.includes(owner)
  )
  return [
    ...within('extensions', unknown(keys, (key) => owners.has(key), { where: 'concerns', what: { cn: '表单', en: 'form' } })),
    ...foreign.map((use) => notRequired({ cn: '表单', en: 'form', ...use })),
  ]
}
