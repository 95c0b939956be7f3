import { Client } from 'pg'

/** A connection that is to be cut. */
export interface Cut {
  /** True where it came to that. */
  readonly happened: boolean
  /** Process ids, on the server, of the connections that were cut. */
  readonly backends: ReadonlySet<number>
  /** Nothing is cut any more. */
  readonly end: () => void
}

/**
 * Cuts one connection of this process: at its n-th statement from now, before that leaves, or once the server has
 * committed and before its answer arrives.
 */
export function cutAt(statement: number | 'afterCommit'): Cut {
  const original = Client.prototype.query as (this: Client, ...parameters: unknown[]) => unknown
  const backends = new Set<number>()
  let count = 0
  Reflect.set(Client.prototype, 'query', async function(this: Client, ...parameters: unknown[]) {
    count += 1
    const commits = textOf(parameters[0]) === 'commit' && statement === 'afterCommit'
    if (backends.size > 0 || (count !== statement && !commits)) return original.apply(this, parameters)
    backends.add(Number(Reflect.get(this, 'processID')))
    if (commits) await original.apply(this, parameters)
    cut(this)
    // a call on a connection that is gone fails
    return original.apply(this, commits ? ['select 1'] : parameters)
  })
  return {
    get happened() {
      return backends.size > 0
    },
    backends,
    end: () => void Reflect.set(Client.prototype, 'query', original),
  }
}

const textOf = (query: unknown): unknown => (typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query)

const cut = (client: Client) => void (Reflect.get(client, 'connection') as { stream: { destroy(): void } }).stream.destroy()
