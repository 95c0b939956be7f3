import { Suspense, use } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { useDocumentLink } from '../use-document-link.ts'

interface RowActionProps {
  readonly row: DocumentRow
  readonly action: Action
  onClose(): void
}

const dialogs = async () => (await import('#shell/detail/actions/actions.tsx')).loadDialogs()

const DocumentAction = lazyPage(async () => {
  const [page] = await Promise.all([import('#shell/detail/sequence/DocumentAction.tsx'), dialogs()])
  return page.DocumentAction
})

/** An action on a row's document, in a dialog over the list; lazy chunk. */
export const RowAction = (props: RowActionProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)

function Loaded({ row, action, onClose }: RowActionProps) {
  const link = useDocumentLink()
  const declarations = useDeclarations()
  const place = declarations.form(row.businessType)
  if (!place) return null
  return (
    <DocumentAction form={use(declarations.loadForm(place))} procInstId={row.procInstId} address={link(row)} action={action}
      onClose={onClose} />
  )
}
