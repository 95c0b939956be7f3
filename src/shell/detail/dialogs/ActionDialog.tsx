import { Button, Input, Modal } from 'antd'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isFailure } from '../../../../providers/failure.ts'
import { Money } from '../../parts/Money.tsx'
import { usePeople } from '../../start/directory.ts'
import type { Doing } from '../doing.ts'
import { titleOf } from '../Header.tsx'
import { useDetailText } from '../text.ts'
import './dialogs.css'

export interface ActionDialogProps {
  readonly doing: Doing
  readonly title: string
  /** Beside the title, small. */
  readonly note?: string
  /** What follows from it. */
  readonly consequence?: ReactNode
  readonly okText: string
  readonly isDanger?: boolean
  readonly children?: ReactNode
  /** Does it; a failure is shown in the dialog. @throws HttpFailure */
  onConfirm(): Promise<unknown>
  onClose(): void
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** The frame of every action's dialog: what it is about, what it asks, what follows, and the two buttons. */
export function ActionDialog({ doing, title, note, consequence, okText, isDanger = false, children, onConfirm, onClose }: ActionDialogProps) {
  const { t } = useDetailText()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const focusFirst = () => (isDanger ? cancel.current : body.current?.querySelector<HTMLElement>('textarea, input'))?.focus()
  const confirm = async () => {
    if (isSending) return
    setIsSending(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(isFailure(error) ? error.message : t('notDone'))
    } finally {
      setIsSending(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void confirm()
  }
  return (
    <Modal open width={520} maskClosable={false} onCancel={onClose} afterOpenChange={(isOpen) => isOpen && focusFirst()}
      title={<>{title}{note && <span className="oa-dialog-note">{note}</span>}</>}
      footer={
        <div className="oa-dialog-foot" onKeyDown={press}>
          <span className="oa-dialog-keys" aria-hidden><kbd>{isMac ? '⌘' : 'Ctrl'}</kbd><kbd>↵</kbd> {t('keyHint')}</span>
          <Button ref={cancel} onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" danger={isDanger} loading={isSending} onClick={() => void confirm()}>{okText}</Button>
        </div>
      }>
      <div className="oa-dialog" ref={body} onKeyDown={press}>
        <Subject doing={doing} />
        {children}
        {consequence && <p className="oa-dialog-consequence">{consequence}</p>}
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

/** What is acted on: title, person, amount. */
function Subject({ doing: { form, document, store } }: { doing: Doing }) {
  const { label, name } = useDetailText()
  const people = usePeople([document.startUserId])
  const amount = form.amount === undefined ? undefined : store.value[form.amount]
  return (
    <div className="oa-dialog-subject">
      <strong className="cut">{titleOf(document, label)}</strong>
      {typeof amount === 'string' && <strong><Money value={amount} /></strong>}
      <span className="cut">{name(people.get(document.startUserId)?.name ?? '')} · <span className="num">{document.businessNo}</span></span>
    </div>
  )
}

interface CommentFieldProps {
  readonly label: string
  readonly note?: string
  readonly isRequired?: boolean
  readonly value: string
  readonly problem?: string
  readonly max?: number
  onChange(text: string): void
}

/** Several lines of text with their label and what is wrong with them. */
export function CommentField({ label, note, isRequired, value, problem, max, onChange }: CommentFieldProps) {
  const id = useId()
  const wrong = problem === undefined ? undefined : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const)
  return (
    <div className="oa-field">
      <label className="oa-field-label" htmlFor={id}>{label}{isRequired && <Star />}{note && <span className="oa-dialog-note">{note}</span>}</label>
      <Input.TextArea id={id} value={value} rows={3} maxLength={max ?? 8000} aria-required={isRequired} onChange={({ target }) => onChange(target.value)} {...wrong} />
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}

function Star() {
  const { t } = useDetailText()
  return <><span className="oa-star" aria-hidden>*</span><span className="unseen">{t('required')}</span></>
}
