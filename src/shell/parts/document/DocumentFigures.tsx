import { Suspense } from 'react'
import { useRoutes } from '#shell/routing/routes-context.ts'

interface DocumentFiguresProps {
  /** Id of the document, once it is filed. */
  readonly document?: string
  /** Displays the document's exceptions next to the figures. */
  readonly isChecked?: boolean
}

/** Figures of modules about the document that is entered or decided. */
export function DocumentFigures({ document, isChecked = false }: DocumentFiguresProps) {
  const { documentFigures = [] } = useRoutes().config
  return (
    <Suspense>
      {documentFigures.map(({ id, component: Section }) => <Section key={id} document={document} isChecked={isChecked} />)}
    </Suspense>
  )
}
