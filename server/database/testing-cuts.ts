import { Client, Query } from 'pg'

/** A connection to cut. */
export interface ConnectionCut {
  /** Whether the cut has been made. */
  readonly isDone: boolean
  /** Process ids on the server of the cut connections. */
  readonly backends: ReadonlySet<number>
  /** Stops cutting. */
  readonly end: () => void
}

/**
 * Cuts one connection of this process: before its n-th statement from now is sent, or after the server has committed but before the
 * answer arrives.
 */
export function cutAt(statement: number | 'afterCommit'): ConnectionCut {
  const original = Client.prototype.query as (this: Client, ...parameters: unknown[]) => unknown
  const backends = new Set<number>()
  let count = 0
  Reflect.set(Client.prototype, 'query', function(this: Client, ...parameters: unknown[]) {
    count += 1
    const [query] = parameters
    const commits = statement === 'afterCommit' && query instanceof Query && Reflect.get(query, 'text') === 'commit'
    if (backends.size > 0 || (count !== statement && !commits)) return original.apply(this, parameters)
    backends.add(Number(Reflect.get(this, 'processID')))
    if (commits) loseAnswer(query, this)
    else cut(this)
    return original.apply(this, parameters)
  })
  return {
    get isDone() {
      return backends.size > 0
    },
    backends,
    end: () => void Reflect.set(Client.prototype, 'query', original),
  }
}

/** Cuts the connection instead of receiving the answer to a query. */
function loseAnswer(query: Query, client: Client): void {
  const callback = Reflect.get(query, 'callback') as (error: Error) => void
  Reflect.set(query, 'callback', () => {
    cut(client)
    callback(new Error('Connection terminated unexpectedly'))
  })
}

const cut = (client: Client) => void (Reflect.get(client, 'connection') as { stream: { destroy(): void } }).stream.destroy()
