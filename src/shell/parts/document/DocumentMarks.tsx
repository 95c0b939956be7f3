import type { DocumentMark } from '#kernel/plugin.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { Pill } from '../StatePill.tsx'

/** The declared marks among the mark roles of a document. */
export function useDocumentMarks(roles: readonly string[]): readonly DocumentMark[] {
  const { documentMarks = [] } = useRoutes().config
  return documentMarks.filter(({ role }) => roles.includes(role))
}

/** A mark of a document, in the colour declared by its module. */
export function MarkPill({ mark }: { mark: DocumentMark }) {
  const { label } = useText()
  return <Pill tone={mark.tone}>{label(mark)}</Pill>
}
