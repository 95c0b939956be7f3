import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useDeclarationsSoFar } from '../routing/routes-context.ts'

type LinkTarget = Pick<DocumentRow, 'businessType' | 'procInstId' | 'routeName'>

/** Address of a document's page; while declarations are not loaded, the form's route name leads there too. */
export function useDocumentLink(): (document: LinkTarget) => string {
  const declarations = useDeclarationsSoFar()
  return ({ businessType, procInstId, routeName }) => {
    const path = declarations?.form(businessType)?.detailPath ?? `/${routeName || `${businessType}Detail`}`
    return `${path}?${new URLSearchParams({ procInstId })}`
  }
}
