import type { Plugin, RecordOwners } from '#kernel/plugin.ts'
import type { OwnerIndex } from '#server/identity/organisation/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { ServerPlugin } from '#server/plugin.ts'

/** The record owners declared by all modules. */
export const declaredOwners = (plugins: readonly Plugin[]): readonly RecordOwners[] => plugins.flatMap(({ owners }) => owners)

/**
 * Reads the owners of records, without caching and only for requested kinds.
 * @throws Error where a kind lacks its declaration or its reader
 */
export function recordOwners(plugins: readonly Plugin[], servers: readonly ServerPlugin[]) {
  const declared = new Map(declaredOwners(plugins).map((owners) => [owners.of, owners]))
  const readers = new Map(servers.flatMap(({ owners = {} }) => Object.entries(owners)))
  const lost = [...declared.keys()].find((kind) => !readers.has(kind))
  if (lost !== undefined) throw new Error(`No module reads who answers for “${lost}”`)
  const undeclared = [...readers.keys()].find((kind) => !declared.has(kind))
  if (undeclared !== undefined) throw new Error(`No module declares in “owners” who answers for “${undeclared}”`)

  return async (db: Db, kinds: readonly string[]): Promise<OwnerIndex> => {
    const known = new Map<string, ReturnType<OwnerIndex>>()
    for (const kind of kinds) {
      const people = await readers.get(kind)?.(db)
      const owners = declared.get(kind)
      if (people && owners) known.set(kind, { ...owners, person: (id) => people.get(id) })
    }
    return (kind) => known.get(kind)
  }
}
