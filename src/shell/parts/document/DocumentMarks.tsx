import type { DocumentMark } from '#kernel/plugin.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { Pill } from '../StatePill.tsx'

/** The marks that modules declare, of those that a document carries. */
export function useDocumentMarks(roles: readonly string[]): readonly DocumentMark[] {
  const { documentMarks = [] } = useRoutes().config
  return documentMarks.filter(({ role }) => roles.includes(role))
}

/** A mark of a document in the colour that its module declares. */
export function MarkPill({ mark }: { mark: DocumentMark }) {
  const { label } = useText()
  return <Pill tone={mark.tone}>{label(mark)}</Pill>
}
