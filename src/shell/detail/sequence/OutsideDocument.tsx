import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formWithout } from '#kernel/evaluate/access/confidential-reads.ts'
import type { Form } from '#kernel/form.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useHttp } from '#shell/backend.ts'
import { FormContext } from '#shell/form/FormContext.tsx'
import { StoreContext } from '#shell/form/store/use-store.ts'
import { useFormStore } from '#shell/form/use-form-store.ts'
import { AccountsContext, accountsOf } from '../accounts/accounts.ts'
import { documentQuery, editableIn, formOfDocument, useLearned } from '../document.ts'
import { useActionContext, useQueuedDocument } from '../actions/action-context.ts'
import { type ActionContext, isLeaving } from '../actions/action-contract.ts'
import { TaskDraftProvider } from '../task-draft.tsx'
import '../detail.css'
import '../../form/form.css'
import { useBackgroundCall } from '../../command/use-command.ts'

/** The context of a document that is shown or acted on outside of its page. */
export interface OutsideContext {
  readonly form: Form
  readonly procInstId: string
  /** Path of the document's page, for actions that need it. */
  readonly address: string
  /** Called instead of opening the document's form. */
  onForm?(): void
}

interface OutsideDocumentProps extends OutsideContext {
  /** Keeps the document as first loaded. @default later answers are shown */
  readonly isFixed?: boolean
  readonly children: (context: ActionContext) => ReactNode
  /** Shown while loading. */
  readonly waiting?: ReactNode
  /** Shown if it cannot be loaded; `retry` loads it again. */
  renderFailure(error: Error, retry: () => void): ReactNode
  onMoved(): void
  focusComment?(): void
}

/** Loads a document and provides the contexts of its components; actions on it do not leave the surrounding page. */
export function OutsideDocument(props: OutsideDocumentProps) {
  const { form, procInstId, isFixed = false, waiting, renderFailure } = props
  const { document, error, retry } = useOutside(form.key, procInstId, isFixed)
  if (!document) return error ? renderFailure(error, retry) : waiting
  return (
    <TaskDraftProvider task={document.taskId}>
      <Prepared key={isFixed ? '' : String(document.revision)} {...props} form={formOfDocument(form, document.definition)}
        document={document} />
    </TaskDraftProvider>
  )
}

function useOutside(businessType: string, procInstId: string, isFixed: boolean) {
  const http = useHttp()
  const answer = useQuery({ ...documentQuery(http, businessType, procInstId), staleTime: 0, retry: false })
  // an action must not be based on a cached answer
  const isOld = isFixed && answer.isFetching && !answer.isFetchedAfterMount
  const latest = useLearned(isOld ? undefined : answer.data)
  const first = useFirst(latest)
  return { document: isFixed ? first : latest, error: answer.error, retry: () => void answer.refetch() }
}

/** The first loaded document; the refresh after an action must not unmount its dialog. */
function useFirst(document: FiledDocument | undefined): FiledDocument | undefined {
  const [first, setFirst] = useState<FiledDocument>()
  if (!first && document) setFirst(document)
  return first
}

function Prepared(
  { form: declared, document, address, children, onForm, onMoved, focusComment }: OutsideDocumentProps & { document: FiledDocument },
) {
  const form = useMemo(() => formWithout(declared, new Set(document.withheld)), [declared, document.withheld])
  const store = useFormStore({ form, at: document.nodeId ?? undefined, entered: document.business, editable: editableIn(document),
    actsFor: document.actsFor })
  const navigate = useNavigate()
  const open = () => void navigate(address)
  const onDone = useCallback(() => undefined, [])
  const context = useActionContext({ form, document, store, focusComment: focusComment ?? open, showChecks: open, onMoved, onDone,
    onFollowUp: open })
  const { pass } = useQueuedDocument(document, address)
  const here: ActionContext = {
    ...context,
    passLater: pass,
    call: (path, body, after) => context.call(path, body, isLeaving(after) ? 'reload' : after),
    openForm: onForm ?? (() => void navigate(`${form.path}?${new URLSearchParams({ operate: 'edit', procInstId: document.procInstId })}`)),
  }
  return (
    <StoreContext value={store}>
      <AccountsContext value={accountsOf(document)}>
        <FormContext>{children(here)}</FormContext>
      </AccountsContext>
    </StoreContext>
  )
}

/** Time in ms after which a visible document counts as read. */
const glance = 1_500

/** Marks a task's document as read after it was visible for a moment. */
export function useReadTask(taskId: string | null): void {
  const inBackground = useBackgroundCall()
  useEffect(() => {
    if (taskId === null) return
    const timer = setTimeout(
      () => void inBackground((http) => http.post(`/workflow/task/setReadState/${encodeURIComponent(taskId)}`, {}, { quiet: true })),
      glance,
    )
    return () => clearTimeout(timer)
  }, [inBackground, taskId])
}
