import { Button, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { amountFormat } from '#kernel/values/money.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { goToFirst } from '#shell/form/use-submit.tsx'
import { openedByKeys } from '#shell/key-hold.ts'
import { commandKey } from '#shell/keys.ts'
import { DocumentBlock } from '#shell/parts/document/slots.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { usePeople } from '#shell/start/directory.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type FieldRefusal, isFailure } from '#providers/failure.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../texts.ts'
import { calledIn } from '../Header.tsx'
import './dialogs.css'

export interface ActionDialogProps {
  readonly context: ActionContext
  readonly title: string
  /** Small text after the title. */
  readonly note?: string
  /** Explanation of what the action will cause. */
  readonly consequence?: ReactNode
  readonly okText: string
  readonly isDanger?: boolean
  /** Width in pixels. */
  readonly width?: number
  /** Reason why it cannot be sent at the moment, e.g. running uploads. */
  readonly hindrance?: string
  readonly children?: ReactNode
  /** Executes the action; a failure is shown in the dialog. @throws HttpFailure */
  onConfirm(http: WritingHttp): Promise<unknown>
  /** Shows a failure's messages at the inputs; returns true if all of them were shown. */
  onFailure?(error: unknown): boolean
  onClose(): void
}

/** The frame of an action's dialog: document, inputs, consequence, buttons. */
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
    <Modal open className="oa-action-dialog" width={width} maskClosable={false} onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      title={<>{title}{note && <span className="oa-dialog-note second small regular">{note}</span>}</>}
      footer={
        <div className="oa-dialog-foot row gap-8" onKeyDown={press}>
          <span className="oa-dialog-keys muted grow" aria-hidden>
            <kbd className="outlined round-4">{commandKey}</kbd>
            <kbd className="outlined round-4">↵</kbd> {t('keyHint')}
          </span>
          <Button ref={cancel} onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" danger={isDanger} loading={isSending} onClick={() => void confirm()}>{okText}</Button>
        </div>
      }
    >
      <div className="oa-dialog stack top-4" ref={body} onKeyDown={press}>
        <Subject context={context} />
        {children}
        {handler && <p className="oa-dialog-consequence second">{handler}</p>}
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

/** Sends one request at a time; a failure is shown and keeps the input. */
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

/** The input to focus first: the one after a choice that is already made, else the first. */
export const firstInput = (body: HTMLElement | null) =>
  (body?.querySelector('input[type=radio]:checked') ? body.querySelector<HTMLElement>('textarea, input:not([type=radio])') : null) ??
    body?.querySelector<HTMLElement>('textarea, input')

/** A summary of the document: title, initiator, amount, and remarks of modules. */
function Subject({ context: { form, document, store } }: { context: ActionContext }) {
  const { name, locale } = useDetailText()
  const people = usePeople([document.startUserId])
  const own = useCurrency()
  const field = form.fields[form.amount ?? '']
  const amount = store.value[form.amount ?? '']
  return (
    <div className="oa-dialog-subject subtle framed round-8 grid">
      <strong className="cut">{calledIn(document, form, locale).first}</strong>
      {field && typeof amount === 'string' && Number(amount) !== 0 && (
        <strong>
          <Money value={amount} currency={amountFormat(field, own)} />
        </strong>
      )}
      <span className="cut">
        {name(people.get(document.startUserId)?.name ?? '')} · <span className="num">{document.businessNo}</span>
      </span>
      <DocumentBlock part="remark" />
    </div>
  )
}

type Sentences<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The problems of a dialog's inputs, by their names in the call. */
export interface Problems<Name extends string> {
  readonly at: Sentences<Name>
  /** Shows these problems; returns whether there are any. */
  show(found: Readonly<Partial<Record<Name, string | false | undefined>>>): boolean
  /** Clears the problem of an input that has changed. */
  clear(name: Name): void
  /**
   * Shows a refusal's messages at their inputs, and those of no input where `others` says; returns whether all of them were shown.
   */
  place(error: unknown, others?: (messages: readonly FieldRefusal[]) => Readonly<Partial<Record<Name, string>>>): boolean
}

/** Holds the problems of a dialog's inputs; `place` accepts those of a refusal that concern one of these names. */
export function useProblems<Name extends string>(...names: readonly Name[]): Problems<Name> {
  const [at, setAt] = useState({} as Sentences<Name>)
  const take = (entries: readonly (readonly [string, string])[]) => setAt(Object.fromEntries(entries) as Sentences<Name>)
  return {
    at,
    show(found) {
      const wrong = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      take(wrong)
      return wrong.length > 0
    },
    clear: (gone) => setAt((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== gone)) as Sentences<Name>),
    place(error, others) {
      const problems = isFailure(error) ? error.fields : []
      const isKnown = ({ name }: FieldRefusal) => names.some((each) => each === name)
      const known = problems.filter(isKnown).map(({ name, message }) => [name, message] as const)
      take([...known, ...Object.entries((others?.(problems.filter((each) => !isKnown(each))) ?? {}) as Record<string, string>)])
      return problems.length > 0 && (known.length === problems.length || others !== undefined)
    },
  }
}

/** A module's note about the consequences of revoking or voiding a document. */
export const EndingNote = ({ children }: { children: ReactNode }) => <span className="block">{children}</span>
