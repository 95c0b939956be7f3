import { type QueryClient, useQuery } from '@tanstack/react-query'
import { formPermissions } from '#kernel/form.ts'
import { isFailure } from '#providers/failure.ts'
import type { Http } from '#providers/http.ts'
import { loadPermissions, may } from '#providers/permissions.ts'
import type { Session } from '#providers/session.ts'
import { useHttp } from '../backend.ts'
import type { CurrentUser, DepartmentSummary, Dictionary, MenuNode, PersonSummary, ProcessSummary, TerminalSetting } from './answers.ts'

/** Returns whether the flow of a type allows the person to start documents. */
export const isStartable = (processes: readonly ProcessSummary[], businessType: string): boolean =>
  processes.find((each) => each.businessType === businessType)?.startable !== false

/** A query that is sent once per session and cached. */
export interface SessionRead<T> {
  readonly name: string
  /** Group of the start-up (1 to 4); absent if it is loaded on demand. */
  readonly group?: 1 | 2 | 3 | 4
  ask(http: Http): Promise<T>
}

const read = <T>(name: string, path: string, group?: SessionRead<T>['group'], parameters?: Record<string, string>): SessionRead<T> => ({
  name,
  group,
  ask: (http) => http.get<T>(path, parameters, { quiet: true }),
})

/** The reads of the shell, in the order of the start-up. */
export const reads = {
  user: read<CurrentUser>('user', '/system/user/currentUser', 1),
  menus: read<readonly MenuNode[]>('menus', '/system/menus/current', 1),
  /** Addresses in the menu that are not in this person's menu. */
  closedPages: read<readonly string[]>('closedPages', '/system/menus/closed', 2),
  departments: read<readonly DepartmentSummary[]>('departments', '/system/groups/list', 2),
  people: read<readonly PersonSummary[]>('people', '/system/users/list', 2),
  dictionaries: read<readonly Dictionary[]>('dictionaries', '/system/sysDict/list', 3),
  businessTypes: read<readonly { value: string; label: string; labelEn: string }[]>('businessTypes', '/system/sysDict/enum/business-type',
    3),
  processes: read<readonly ProcessSummary[]>('processes', '/workflow/process/list', 3),
  terminals: read<readonly TerminalSetting[]>('terminals', '/workflow/process/list/terminal', 3),
  /** The forms designed by the company; the query also adds them to the declarations. */
  designed: { name: 'designed', group: 4, ask: async (http: Http) => (await import('../routing/designed-forms.ts')).readDesigned(http) },
} as const

/** Cache key of a read. */
export const keyOf = (what: SessionRead<unknown>) => ['read', what.name]

/** The cached answer of a read; loads it on first use. */
export function useRead<T>(what: SessionRead<T>): T | undefined {
  const http = useHttp()
  return useQuery({ queryKey: keyOf(what), queryFn: () => what.ask(http), staleTime: Infinity, gcTime: Infinity }).data
}

/** Returns whether a read has succeeded or failed; loads it on first use. */
export function useIsRead(what: SessionRead<unknown>): boolean {
  const http = useHttp()
  return useQuery({ queryKey: keyOf(what), queryFn: () => what.ask(http), staleTime: Infinity, gcTime: Infinity }).isFetched
}

/** Loads a read, with retries. */
export const fetchRead = <T>(client: QueryClient, http: Http, what: SessionRead<T>): Promise<T> =>
  client.fetchQuery({ queryKey: keyOf(what), queryFn: () => what.ask(http), staleTime: Infinity, gcTime: Infinity, ...retries })

/** Retries of a read that the server puts off, as while a standby takes over the database: some two minutes. */
const mostPutOff = 20

/** A failed read is retried once, after 300 ms; one that is put off, or had no answer, as long as a fail-over of the database takes. */
const retries = {
  retry: (failures: number, error: Error) => failures < (isPutOff(error) ? mostPutOff : 1),
  retryDelay: (failures: number, error: Error) => (isPutOff(error) ? Math.min(5_000, 500 * 2 ** failures) : 300),
}

const isPutOff = (error: Error) => isFailure(error) && (error.statusCode === 503 || error.kind === 'network')

/** Returns whether the person may start documents of a type, by permission and by its flow; undefined while the flows load. */
export function useStarts(businessType: string): boolean | undefined {
  const processes = useRead(reads.processes)
  if (!may(formPermissions(businessType).add)) return false
  return processes && isStartable(processes, businessType)
}

interface StartInput {
  readonly client: QueryClient
  readonly http: Http
  readonly session: Pick<Session, 'token'>
  /** Reads of the plugins, in addition to those of the shell. */
  readonly reads?: readonly SessionRead<unknown>[]
}

/** The reads of a start-up, by group; a pending read is not sent twice. */
export function startReads({ client, http, session, reads: ofPlugins = [] }: StartInput) {
  const all = [...Object.values<SessionRead<unknown>>(reads), ...ofPlugins]
  const group = (index: number) => Promise.all(all.filter((read) => read.group === index).map((read) => fetchRead(client, http, read)))
  const permissions = () =>
    client.fetchQuery({ queryKey: ['permissions'], queryFn: () => loadPermissions(http, () => session.token()), ...retries,
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
