import type { MentionsRef } from 'antd/es/mentions'
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Action } from '#approval/types.ts'
import { CommentBox } from '#shell/detail/comment/CommentBox.tsx'
import type { ActionContext } from '#shell/detail/actions/action-context.ts'
import { RecordLine } from '#shell/detail/rail/RecordLine.tsx'
import { Brief, Decisions } from '#shell/detail/sequence/Brief.tsx'
import { type OutsideContext, OutsideDocument, useReadTask } from '#shell/detail/sequence/OutsideDocument.tsx'
import { endHold } from '#shell/key-hold.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useDocumentsText } from '../texts.ts'
import '../../form/preview/path.css'

export interface PeekContentProps extends OutsideContext {
  readonly taskId: string | null
  readonly isWriting: boolean
  /** Portal target for the decision buttons, which do not scroll. */
  readonly verdicts: HTMLElement | null
  onAct(action: Action): void
}

/** The loaded part of the preview: budgets, rows, files, opinions, decision buttons and comment input. */
export function PeekContent({ taskId, isWriting, verdicts, onAct, ...outside }: PeekContentProps) {
  const box = useRef<MentionsRef>(null)
  useReadTask(taskId)
  return (
    <OutsideDocument {...outside} waiting={<RowsSkeleton rows={4} columns={['60%']} />}
      renderFailure={(error, retry) => <ErrorState error={error} onRetry={retry} />} onMoved={() => undefined}
      focusComment={() => box.current?.focus()}
    >
      {(context) => (
        <>
          <Brief />
          <PeekDocument context={context} box={box} isWriting={isWriting} />
          {verdicts && createPortal(<Decisions document={context.document} onAct={onAct} />, verdicts)}
        </>
      )}
    </OutsideDocument>
  )
}

function PeekDocument({ context, box, isWriting }: { context: ActionContext; box: RefObject<MentionsRef | null>; isWriting: boolean }) {
  const { t } = useDocumentsText()
  const { document } = context
  const said = document.processRecord.filter(({ operateType }) => operateType !== 'running' && operateType !== 'cc')
  useEffect(() => {
    if (isWriting && box.current) box.current.focus()
    else if (isWriting) endHold()
  }, [isWriting, box])
  return (
    <>
      <h3>{t('peek.opinions')}</h3>
      {said.length > 0
        ? <ol className="oa-steps">{said.map((record) => <RecordLine key={record.id} record={record} />)}</ol>
        : <p className="oa-rail-none third">{t('peek.none')}</p>}
      {document.actions.includes('comment') && <CommentBox box={box} context={context} />}
    </>
  )
}
