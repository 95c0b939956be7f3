import type { QueryClient } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { loadPermissions } from '#providers/permissions.ts'
import type { Session } from '#providers/session.ts'
import { fetchRead, reads as shellReads, type SessionRead } from './reads.ts'

interface StartInput {
  readonly client: QueryClient
  readonly http: Http
  readonly session: Pick<Session, 'token'>
  /** Reads of the plugins, in addition to those of the shell. */
  readonly reads?: readonly SessionRead<unknown>[]
}

/** The reads of a start-up, by group; a pending read is not sent twice. */
export function startReads({ client, http, session, reads = [] }: StartInput) {
  const all = [...Object.values<SessionRead<unknown>>(shellReads), ...reads]
  const group = (index: number) => Promise.all(all.filter((read) => read.group === index).map((read) => fetchRead(client, http, read)))
  const permissions = () =>
    client.fetchQuery({ queryKey: ['permissions'], queryFn: () => loadPermissions(http, () => session.token()), retry: 1,
      staleTime: Infinity })

  /** Sends both groups that the shell requires; the second does not wait for the first. */
  function start() {
    const account = group(1)
    const rights = permissions()
    const shell = Promise.all([group(2), rights])
    // failures are handled by the callers
    for (const answer of [account, rights, shell]) answer.catch(() => undefined)
    return { account, rights, shell }
  }
  return { start, group }
}
