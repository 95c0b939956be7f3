import { Client } from 'pg'

/** Counts the statements that this process sends to the database, until it is ended. */
export function countStatements(): { end(): number } {
  const original: (...parameters: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')
  let count = 0
  Reflect.set(Client.prototype, 'query', function(this: Client, ...parameters: unknown[]) {
    count += 1
    return original.apply(this, parameters)
  })
  return {
    end() {
      Reflect.set(Client.prototype, 'query', original)
      return count
    },
  }
}
