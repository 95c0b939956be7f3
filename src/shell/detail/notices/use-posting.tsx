import { Input } from 'antd'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm, useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { documentQueries } from '../refresh.ts'
import { useDetailText } from '../texts.ts'

/** Query key prefix for posted lines. */
export const postingsKey = ['postings'] as const

export interface PostingActions {
  /** Ids of the lines being sent or marked. */
  readonly busy: ReadonlySet<string>
  /** Sends refused lines again, one after another. */
  retry(ids: readonly string[]): void
  /** Marks lines as handled manually, with a number or a reason; `title` overrides the dialog's. */
  handle(ids: readonly string[], title?: string): Promise<void>
}

const none: ReadonlySet<string> = new Set()

const touches = [...documentQueries, postingsKey]

/** The actions on refused lines; each asks for confirmation and reports its outcome. */
export function usePostingActions(): PostingActions {
  const { t } = useDetailText()
  const { reactions } = useBackend()
  const dialogs = useDialogs()
  const confirm = useConfirm()
  const { run } = useCommand({ touches })
  const [busy, setBusy] = useState(none)
  const send = async (path: string, ids: readonly string[], { body, done }: { readonly body: object; readonly done: string }) => {
    setBusy(new Set(ids))
    await run((http) => sendEach(http, path, ids, body), (failures) => {
      const [first] = failures
      if (first === undefined) reactions.notify({ kind: 'success', text: done })
      else reactions.notify({ kind: 'warning',
          text: ids.length === 1 ? first : t('postingPartly', { done: ids.length - failures.length, all: ids.length, message: first }) })
    })
    setBusy(none)
  }
  return {
    busy,
    retry: (ids) =>
      void confirm({ title: t('serviceTaskAsk'), okText: t('serviceTaskRetry'), onOk: () =>
        void send('retry', ids, { body: {}, done: t('serviceTaskDone') }) }),
    handle: async (ids, title = t('postingHandle')) => {
      const ask = await dialogs()
      const said = { number: '', reason: '' }
      const isSaid = () => said.number.trim() !== '' || said.reason.trim() !== ''
      const dialog = ask.confirm({
        title,
        okButtonProps: { disabled: true },
        onOk: () =>
          void send('handle', ids, { body: { reason: said.reason.trim() || null, number: said.number.trim() || null },
            done: t('postingHandled') }),
        content: (
          <span className="grid gap-8 top-8">
            <span>{t('postingHandleHint')}</span>
            {ids.length === 1 && (
              <Input autoFocus aria-label={t('postingNumber')} placeholder={t('postingNumber')} maxLength={40} onChange={({ target }) => {
                said.number = target.value
                dialog.update({ okButtonProps: { disabled: !isSaid() } })
              }} />
            )}
            <Input.TextArea aria-label={t('postingReason')} placeholder={t('postingReason')} maxLength={200} rows={3}
              onChange={({ target }) => {
                said.reason = target.value
                dialog.update({ okButtonProps: { disabled: !isSaid() } })
              }} />
          </span>
        ),
      })
    },
  }
}

/** Sends the calls one after another; returns the messages of the refused ones. */
async function sendEach(http: WritingHttp, path: string, ids: readonly string[], body: object): Promise<readonly string[]> {
  const failures: string[] = []
  for (const id of ids) {
    await http.post(`/workflow/posting/${path}`, { id, ...body }, { quiet: true }).catch((error: unknown) => {
      if (!isFailure(error)) throw error
      failures.push(error.message)
    })
  }
  return failures
}
