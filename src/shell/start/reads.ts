import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useHttp } from '../backend.ts'
import type { Http } from '#providers/http.ts'
import type { Dictionary, CurrentUser, DepartmentSummary, MenuNode, PersonSummary, ProcessSummary, TerminalSetting } from './answers.ts'

/** Something that is asked once per session and then answered from memory. */
export interface SessionRead<T> {
  readonly name: string
  /** When start-up asks for it (1 to 4), or not at all. */
  readonly group?: 1 | 2 | 3 | 4
  ask(http: Http): Promise<T>
}

const read = <T>(name: string, path: string, group?: SessionRead<T>['group'], parameters?: Record<string, string>): SessionRead<T> => ({
  name,
  group,
  ask: (http) => http.get<T>(path, parameters, { quiet: true }),
})

/** The answers that the shell itself needs, in the order of the start-up. */
export const reads = {
  user: read<CurrentUser>('user', '/system/user/currentUser', 1),
  menus: read<readonly MenuNode[]>('menus', '/system/menus/current', 1),
  /** Addresses that have a place in the menu, but not in this person's. */
  closedPages: read<readonly string[]>('closedPages', '/system/menus/closed', 2),
  departments: read<readonly DepartmentSummary[]>('departments', '/system/groups/list', 2),
  people: read<readonly PersonSummary[]>('people', '/system/users/list', 2),
  dictionaries: read<readonly Dictionary[]>('dictionaries', '/system/sysDict/list', 3),
  businessTypes: read<readonly { value: string; label: string; labelEn: string }[]>('businessTypes', '/system/sysDict/enum/business-type',
    3),
  processes: read<readonly ProcessSummary[]>('processes', '/workflow/process/list', 3),
  terminals: read<readonly TerminalSetting[]>('terminals', '/workflow/process/list/terminal', 3),
} as const

/** The key under which an answer is remembered. */
export const keyOf = (what: SessionRead<unknown>) => ['read', what.name]

/** Returns what was read already, or reads it. */
export function useRead<T>(what: SessionRead<T>): T | undefined {
  const http = useHttp()
  return useQuery({ queryKey: keyOf(what), queryFn: () => what.ask(http), staleTime: Infinity, gcTime: Infinity }).data
}

/** Asks now, once more after a failure. */
export const fetchRead = <T>(client: QueryClient, http: Http, what: SessionRead<T>): Promise<T> =>
  client.fetchQuery({ queryKey: keyOf(what), queryFn: () => what.ask(http), staleTime: Infinity, gcTime: Infinity, retry: 1,
    retryDelay: 300 })
