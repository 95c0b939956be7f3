import { useDelete, useInvalidate } from '@refinedev/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Resource } from '#kernel/resource.ts'
import { refineName } from './record.ts'

/** Changes of records by Refine's hooks, which are called once for all rows: each of them reads the address and the resources. */
export interface RecordChanges {
  /** Deletes a record; a failure is already shown. */
  remove(resource: Resource, id: string): Promise<void>
  /** Reads the lists of a resource again. */
  refresh(resource: Resource): Promise<void>
}

const ChangesContext = createContext<RecordChanges | undefined>(undefined)

/** Provides the changes of records to all pages; inside Refine. */
export function RecordChangesProvider({ children }: { children: ReactNode }) {
  const { mutateAsync } = useDelete()
  const invalidate = useInvalidate()
  const latest = useRef({ mutateAsync, invalidate })
  useEffect(() => {
    latest.current = { mutateAsync, invalidate }
  })
  const changes = useMemo<RecordChanges>(() => ({
    remove: (resource, id) =>
      latest.current.mutateAsync({ resource: refineName(resource), id, successNotification: false, errorNotification: false })
        .then(() => undefined, () => undefined),
    refresh: (resource) => latest.current.invalidate({ resource: refineName(resource), invalidates: ['list'] }),
  }), [])
  return <ChangesContext value={changes}>{children}</ChangesContext>
}

/** The changes of records. @throws Error outside of Refine */
export function useRecordChanges(): RecordChanges {
  const changes = useContext(ChangesContext)
  if (!changes) throw new Error('outside of Refine')
  return changes
}
