import { Suspense } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { useStore } from '../store/use-store.ts'

/** The sources of modules for the rows of a table, while the person who files the form adds rows. */
export function RowSources({ table, isFetched }: { table: string; isFetched: boolean }) {
  const { rowSources = [] } = useRoutes().config
  const store = useStore()
  const columns = store.form.fields[table]?.columns ?? {}
  const meant = store.at === 'start' && !isFetched && store.editable(table)
    ? rowSources.filter(({ of }) => keyAs(columns, of) !== undefined)
    : []
  if (meant.length === 0) return null
  return (
    <div className="oa-rowsources">
      <Suspense>{meant.map(({ id, component: Source }) => <Source key={id} table={table} />)}</Suspense>
    </div>
  )
}
