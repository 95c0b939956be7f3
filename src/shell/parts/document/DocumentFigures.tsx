import { Suspense } from 'react'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** The figures of modules about the document that is filled in or decided; `document` where it is filed already. */
export function DocumentFigures({ document }: { document?: string }) {
  const { documentFigures = [] } = useRoutes().config
  return <Suspense>{documentFigures.map(({ id, component: Section }) => <Section key={id} document={document} />)}</Suspense>
}
