import { pathOfCalls, type Resource } from '#kernel/resource.ts'

/** Paths of a resource's calls, below the client's base. */
export const callsOf = (resource: Pick<Resource, 'base' | 'name' | 'calls'>) => {
  const root = pathOfCalls(resource)
  return {
    page: `${root}/page`,
    list: `${root}/list`,
    /** A new record by POST, a change (with its id and version) by PUT. */
    write: root,
    one: (id: string | number) => `${root}/${encodeURIComponent(id)}`,
    enable: (id: string | number) => `${root}/enable/${encodeURIComponent(id)}`,
  }
}
