import { Suspense } from 'react'
import { useRoutes } from '#shell/routing/routes-context.ts'

interface DocumentFiguresProps {
  /** The document, where it is filed already. */
  readonly document?: string
  /** Its exceptions are said beside them. */
  readonly isChecked?: boolean
}

/** The figures of modules about the document that is filled in or decided. */
export function DocumentFigures({ document, isChecked = false }: DocumentFiguresProps) {
  const { documentFigures = [] } = useRoutes().config
  return (
    <Suspense>
      {documentFigures.map(({ id, component: Section }) => <Section key={id} document={document} isChecked={isChecked} />)}
    </Suspense>
  )
}
