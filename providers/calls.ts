import { pathOfCalls, type Resource } from '#kernel/resource.ts'

/** Paths of a resource's calls, relative to the client's base. */
export const callsOf = (resource: Pick<Resource, 'base' | 'name' | 'calls'>) => {
  const root = pathOfCalls(resource)
  return {
    page: `${root}/page`,
    list: `${root}/list`,
    /** POST creates a record, PUT (with id and version in the body) updates it. */
    write: root,
    one: (id: string | number) => `${root}/${encodeURIComponent(id)}`,
    enable: (id: string | number) => `${root}/enable/${encodeURIComponent(id)}`,
  }
}
