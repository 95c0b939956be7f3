import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { system, systemName } from '#approval/event.ts'
import type { Label } from '#kernel/wording/label.ts'
import { useHttp } from '../backend.ts'
import type { DepartmentSummary, PersonSummary } from './answers.ts'
import { reads, useRead } from './reads.ts'

export interface DictionaryOption extends Label {
  readonly value: string
  readonly disabled: boolean
}

/** The options of a dictionary in order, including disabled ones, which label old values. */
export function useDictionary(key: string | undefined): readonly DictionaryOption[] {
  const all = useRead(reads.dictionaries)
  return useMemo(
    () =>
      (all ?? [])
        .filter(({ type }) => type === key)
        .map(({ value, label, localName, disabled }) => ({ value, cn: label, en: localName || label, disabled: Boolean(disabled) })),
    [all, key],
  )
}

/** Departments of the group, as a flat list. */
export const useDepartments = (): readonly DepartmentSummary[] => useRead(reads.departments) ?? []

/** The person entry of actions that the system performs. */
const theSystem = { id: system, name: systemName } as PersonSummary

/** People by id, including departed ones: those missing in the start-up list are fetched in one request. */
export function usePeople(ids: readonly string[]): ReadonlyMap<string, PersonSummary> {
  const http = useHttp()
  const known = useRead(reads.people)
  const byId = useMemo(() => new Map([theSystem, ...(known ?? [])].map((person) => [person.id, person])), [known])
  const missing = known ? [...new Set(ids)].filter((id) => id !== '' && !byId.has(id)).sort() : []
  const { data: found } = useQuery({
    queryKey: ['people', missing],
    queryFn: () => http.query<readonly PersonSummary[]>('/system/users/usersIds', { ids: missing, showDeparture: true }, { quiet: true }),
    enabled: missing.length > 0,
    staleTime: Infinity,
  })
  return useMemo(() => (found ? new Map([...byId, ...found.map((person) => [person.id, person] as const)]) : byId), [byId, found])
}
