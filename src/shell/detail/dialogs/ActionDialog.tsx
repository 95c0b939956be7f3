import { Button, Modal } from 'antd'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { goToFirst } from '#shell/form/use-submit.tsx'
import type { ActionContext } from '../actions/action-context.ts'
import { openedByKeys } from '#shell/key-hold.ts'
import { commandKey } from '#shell/keys.ts'
import { useDetailText } from '../text.ts'
import { firstInput } from './first-input.ts'
import { Subject } from './Subject.tsx'
import './dialogs.css'

export interface ActionDialogProps {
  readonly context: ActionContext
  readonly title: string
  /** Beside the title, small. */
  readonly note?: string
  /** The consequence of the action. */
  readonly consequence?: ReactNode
  readonly okText: string
  readonly isDanger?: boolean
  /** Pixels. */
  readonly width?: number
  /** The reason against sending it this moment, e.g. while files are on their way. */
  readonly hindrance?: string
  readonly children?: ReactNode
  /** Does it; a failure is shown in the dialog. @throws HttpFailure */
  onConfirm(http: WritingHttp): Promise<unknown>
  /** Puts a failure's sentences at the inputs; answers whether nothing is left to say. */
  onFailure?(error: unknown): boolean
  onClose(): void
}

/** The frame of every action's dialog: what it is about, what it asks, what follows, and the two buttons. */
export function ActionDialog(props: ActionDialogProps) {
  const { context, title, note, consequence: handler, okText, isDanger = false, width = 520, children, onClose } = props
  const { t } = useDetailText()
  const { confirm, isSending, problem, body } = useConfirming(props)
  const cancel = useRef<HTMLButtonElement>(null)
  const focusFirst = () => {
    ;(isDanger ? cancel.current : firstInput(body.current))?.focus()
    openedByKeys(body.current)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void confirm()
  }
  return (
    <Modal open width={width} style={{ top: 64 }} maskClosable={false} onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirst()} title={<>{title}{note && <span className="oa-dialog-note">{note}</span>}</>}
      footer={
        <div className="oa-dialog-foot" onKeyDown={press}>
          <span className="oa-dialog-keys" aria-hidden>
            <kbd>{commandKey}</kbd>
            <kbd>↵</kbd> {t('keyHint')}
          </span>
          <Button ref={cancel} onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" danger={isDanger} loading={isSending} onClick={() => void confirm()}>{okText}</Button>
        </div>
      }
    >
      <div className="oa-dialog" ref={body} onKeyDown={press}>
        <Subject context={context} />
        {children}
        {handler && <p className="oa-dialog-consequence">{handler}</p>}
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

/** Sends once at a time; what goes wrong is said, and what was typed stays. */
function useConfirming({ hindrance, onConfirm, onFailure }: ActionDialogProps) {
  const { t } = useDetailText()
  const { run, isPending, problems, setProblems } = useCommand({ unexplained: t('notDone'), refused: onFailure })
  const body = useRef<HTMLDivElement>(null)
  const confirm = async () => {
    if (isPending) return
    if (hindrance === undefined) await run(onConfirm)
    else setProblems({ '': hindrance })
    goToFirst(body.current)
  }
  return { confirm, isSending: isPending, problem: problems[''], body }
}
