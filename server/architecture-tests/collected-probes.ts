import type { FastifyInstance } from 'fastify'
import type { ServerPlugin } from '#server/plugin.ts'

/** Reads a file of each module that has it, from an `import.meta.glob`; by module id. */
export async function ofModules<Content>(modules: readonly ServerPlugin[],
  files: Readonly<Record<string, () => Promise<unknown>>>): Promise<ReadonlyMap<string, Content>> {
  const found: [string, Content][] = []
  for (const { id } of modules) {
    const [, load] = Object.entries(files).find(([file]) => file.includes(`/plugins/${id}/`)) ?? []
    if (load) found.push([id, ((await load()) as { default: Content }).default])
  }
  return new Map(found)
}

/** Notes which module registers a call, so that a refusal can name its folder. */
export function callOwners(
  app: FastifyInstance,
): { readonly of: (call: string) => string | undefined; readonly watched: (plugins: readonly ServerPlugin[]) => ServerPlugin[] } {
  const owners = new Map<string, string>()
  let registering: string | undefined
  app.addHook('onRoute', ({ method, url }) => {
    if (registering !== undefined) { for (const one of [method].flat()) owners.set(`${one} ${url}`, registering) }
  })
  return {
    of: (call) => owners.get(call),
    watched: (plugins) =>
      plugins.map((plugin) => ({
        ...plugin,
        async routes(to, host) {
          registering = plugin.id
          await plugin.routes?.(to, host)
          registering = undefined
        },
      })),
  }
}
