import { ReloadOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { DocumentPosting, DocumentPostings, FiledDocument } from '../document.ts'
import { documentQueries } from '../refresh.ts'
import { useDetailText } from '../text.ts'

/** Refused lines that are shown by themselves; the others are counted. */
const most = 5

/** What the document sends to other systems: what was refused, with what can be done about it, else how far it is. */
export function PostingNotice({ document: { postings } }: { document: FiledDocument }) {
  if (!postings || postings.lines.length === 0) return null
  const refused = postings.lines.filter(({ state }) => state === 'refused')
  return refused.length === 0 ? <Progress lines={postings.lines} /> : <Refused refused={refused} postings={postings} />
}

function Progress({ lines }: { lines: readonly DocumentPosting[] }) {
  const { t, name } = useDetailText()
  const isOut = lines.some(({ state }) => state !== 'posted')
  const system = name(lines[0]?.system ?? '')
  const numbers = lines.flatMap(({ number, reverses }) => (number === null || reverses ? [] : [number])).join(', ')
  return (
    <div className="oa-form-banner" role="status">
      <span>{isOut ? t('postingWaits', { system }) : t('postingDone', { system, numbers })}</span>
    </div>
  )
}

function Refused({ refused, postings }: { refused: readonly DocumentPosting[]; postings: DocumentPostings }) {
  const { t } = useDetailText()
  return (
    <>
      {refused.slice(0, most).map((line) => <RefusedLine key={line.id} line={line} postings={postings} />)}
      {refused.length > most && (
        <div className="oa-form-banner is-wrong" role="alert">
          <span>{t('postingMore', { count: refused.length - most })}</span>
        </div>
      )}
    </>
  )
}

function RefusedLine({ line, postings: { mayRetry, mayHandle } }: { line: DocumentPosting; postings: DocumentPostings }) {
  const { t, name } = useDetailText()
  const { isSending, retry, handle } = usePosting(line.id)
  return (
    <div className="oa-form-banner is-wrong" role="alert">
      <span>{t('postingRefused', { system: name(line.system), what: name(line.what), message: line.message === null ? t('postingNoAnswer') : name(line.message) })}</span>
      <span>
        {mayRetry && <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isSending} onClick={retry}>{t('serviceTaskRetry')}</Button>}
        {mayHandle && <Button size="small" onClick={handle}>{t('postingHandle')}</Button>}
      </span>
    </div>
  )
}

/** Sends a refused line again, or notes that it was done by hand; both ask first. */
function usePosting(id: string) {
  const { t } = useDetailText()
  const { reactions } = useBackend()
  const { modal } = App.useApp()
  const { run, isPending } = useCommand({ touches: documentQueries })
  const send = (path: string, body: object, done: string) =>
    run((http) => http.post(`/workflow/posting/${path}`, { id, ...body }), () => reactions.notify({ kind: 'success', text: done }))
  return {
    isSending: isPending,
    retry: () => void modal.confirm({ title: t('serviceTaskAsk'), onOk: () => void send('retry', {}, t('serviceTaskDone')) }),
    handle: () => {
      const said = { number: '', reason: '' }
      const dialog = modal.confirm({
        title: t('postingHandle'),
        okButtonProps: { disabled: true },
        onOk: () => void send('handle', { reason: said.reason.trim(), number: said.number.trim() || null }, t('postingHandled')),
        content: (
          <span className="oa-posting-handle">
            <Input aria-label={t('postingNumber')} placeholder={t('postingNumber')} maxLength={40} onChange={({ target }) => {
              said.number = target.value
            }} />
            <Input.TextArea aria-label={t('postingReason')} placeholder={t('postingReason')} maxLength={200} rows={3} onChange={({ target }) => {
              said.reason = target.value
              dialog.update({ okButtonProps: { disabled: target.value.trim() === '' } })
            }} />
          </span>
        ),
      })
    },
  }
}
