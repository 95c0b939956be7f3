import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Action } from '#approval/types.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { useBackend, useWritingHttp } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import type { TaskToPass } from '../../documents/batch/pass-queue.ts'
import { usePassQueue } from '../../documents/batch/PassQueueProvider.tsx'
import type { FormStore } from '../../form/store/form-store.ts'
import { useTab } from '../../tabs/tabs-context.ts'
import { type ActionContext, isLeaving } from './action-contract.ts'
import { documentQueries, refreshDocuments } from '../refresh.ts'
import { useDetailText } from '../texts.ts'
import { type Position, useDropFromSequence, usePosition } from '../sequence/sequence-context.tsx'

export type { ActionContext }

interface DetailPageContext {
  readonly form: Form
  readonly document: FiledDocument
  readonly store: FormStore
  focusComment(): void
  showChecks(): void
  /** Another person acted first. */
  onMoved(): void
  /** The unsent input was sent. */
  onDone(): void
  onFollowUp(id: string): void
}

/** Creates the context for buttons and dialogs of a document. */
export function useActionContext(
  { form, document, store, focusComment, showChecks, onMoved, onDone, onFollowUp }: DetailPageContext,
): ActionContext {
  const { reactions } = useBackend()
  const http = useWritingHttp()
  const { t } = useDetailText()
  const client = useQueryClient()
  const { replace } = useTab()
  const position = usePosition(document.procInstId)
  const drop = useDropFromSequence()
  const left = whereNext(position)
  const { run } = useCommand({ touches: documentQueries })
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = pathname + search
  const { isQueued, pass, settle } = useQueuedDocument(document, address)
  return useMemo<ActionContext>(() => ({
    form,
    document: isQueued ? { ...document, actions: document.actions.filter((action) => !decisions.has(action)) } : document,
    store,
    focusComment,
    showChecks,
    chooseFollowUp: onFollowUp,
    openForm: () => replace(`${form.path}?${new URLSearchParams({ operate: 'edit', procInstId: document.procInstId })}`),
    passLater(said) {
      const putBack = drop(document.procInstId)
      pass(said, () => {
        putBack()
        void navigate(address)
      })
      onDone()
      replace(left)
    },
    async call(path, body, after) {
      const { procInstId, businessType } = document
      await settle()
      // refresh after a refusal too: the shown state may be stale
      const { outcome } = await http.act(path, { procInstId, businessType, ...body }, { quiet: true }).finally(() =>
        refreshDocuments(client)
      )
      if (outcome === 'moved') {
        onMoved()
        return 'moved'
      }
      if (after !== 'keep') onDone()
      if (isLeaving(after)) {
        reactions.notify({ kind: 'success', text: t(after.said, { number: document.businessNo }) })
        drop(procInstId)
        replace(left)
      }
      return 'done'
    },
    async removeFile(record, file) {
      await http.act('/oaserver/delAttachment', { attachmentId: file, id: record, procInstId: document.procInstId }, { method: 'GET',
        quiet: true })
      refreshDocuments(client)
    },
    async urge() {
      await run((to) => to.act<boolean>(`/workflow/urge/${encodeURIComponent(document.procInstId)}`, undefined, { method: 'GET' }),
        (answer) => {
          if (answer.outcome === 'moved') onMoved()
          else reactions.notify(
              answer.data ? { kind: 'success', text: t('urged') } : { kind: 'warning', text: answer.message || t('urgeFailed') },
            )
        })
    },
  }), [form, document, store, focusComment, showChecks, onMoved, onDone, onFollowUp, http, reactions, t, client, replace, drop, left, run,
    isQueued, pass, settle, navigate, address])
}

/** Actions on a task; hidden while its pass is queued. */
const decisions: ReadonlySet<Action> = new Set(['pass', 'refuse', 'return', 'countersign', 'transfer', 'cancelCountersign', 'hardToDecide'])

/**
 * Integrates a document with the queue of passes: queues its task, and flushes the queue before any other call for it.
 * @param address path of its page, linked from the notice of a refusal
 */
export function useQueuedDocument({ taskId, procInstId, businessType, businessNo }: FiledDocument, address: string) {
  const { queue, state: { gone } } = usePassQueue()
  const isQueued = taskId !== null && gone.has(taskId)
  const pass = useCallback(
    ({ comment, body }: Pick<TaskToPass, 'comment' | 'body'>, onUndo?: () => void) =>
      queue.pass([{ task: taskId ?? '', title: businessNo, number: businessNo, address, comment,
        body: { procInstId, businessType, ...body } }], onUndo),
    [queue, taskId, procInstId, businessType, businessNo, address],
  )
  const settle = useCallback(async () => {
    if (taskId !== null && queue.snapshot().gone.has(taskId)) await queue.settle()
  }, [queue, taskId])
  return { isQueued, pass, settle }
}

/** The address after a decision: the next waiting document, else the list it was opened from, else the to-do list. */
function whereNext(position: Position | undefined): string {
  if (!position) return todo
  return position.list.startsWith(todo) ? (position.next ?? position.previous ?? position.list) : position.list
}

const todo = '/todo'

/** The values that the approver may edit here, in the format of the call: fields, and rows with their editable columns. */
export function openValues(store: FormStore): FormValue {
  const { form, value, editable } = store
  return Object.fromEntries(Object.entries(form.fields).flatMap(([key, field]) => {
    if (field.kind !== 'table') return editable(key) && value[key] !== undefined ? [[key, value[key]]] : []
    if (editable(key)) return value[key] === undefined ? [] : [[key, value[key]]]
    const columns = Object.keys(field.columns ?? {}).filter((column) => editable(`${key}.${column}`))
    if (columns.length === 0) return []
    return [[key,
      rowsAt(value, key).map((row) => Object.fromEntries(['rowId', ...columns].map((column) => [column, row[column] ?? null])))]]
  }))
}
