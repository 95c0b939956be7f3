import { Suspense } from 'react'
import { may } from '#providers/permissions.ts'
import { useRoutes } from '../routing/routes-context.ts'

/** The sections of modules above the list of a kind of records, as far as the reader may see it. */
export function ListSections({ resource }: { readonly resource: string }) {
  const { listSections = [] } = useRoutes().config
  const own = listSections.filter((section) => section.resource === resource && may(section.needs))
  return own.length === 0 ? null : <Suspense>{own.map(({ id, component: Section }) => <Section key={id} />)}</Suspense>
}
