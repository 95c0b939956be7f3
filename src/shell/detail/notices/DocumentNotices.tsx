import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type MouseEvent, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { terminalWords } from '#kernel/flow.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import type { DocumentPosting, DocumentPostings, FiledDocument, LackedFile } from '#approval/wire/filed-document.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { useDetailText } from '../texts.ts'
import { usePostingActions } from './use-posting.tsx'
import { documentQueries } from '../refresh.ts'

/** Maximum number of refused lines shown; the others are counted. */
const most = 5

/** A notice about the document's postings: refused lines with actions, else their progress. */
export function PostingNotice({ document: { postings } }: { document: FiledDocument }) {
  if (!postings || postings.lines.length === 0) return null
  const refused = postings.lines.filter(({ state }) => state === 'refused')
  return refused.length === 0 ? <Progress lines={postings.lines} /> : <Refused refused={refused} postings={postings} />
}

function Progress({ lines }: { lines: readonly DocumentPosting[] }) {
  const { t, name } = useDetailText()
  const isOut = lines.some(({ state }) => state !== 'posted')
  const system = name(lines[0]?.system ?? '')
  const numbers = [...new Set(lines.flatMap(({ number, reverses }) => (number === null || reverses ? [] : [number])))].join(', ')
  return (
    <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
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
        <div className="oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12" role="alert">
          <span>{t('postingMore', { count: refused.length - most })}</span>
        </div>
      )}
    </>
  )
}

function RefusedLine({ line, postings: { mayRetry, mayHandle } }: { line: DocumentPosting; postings: DocumentPostings }) {
  const { t, name, locale } = useDetailText()
  const { busy, retry, handle } = usePostingActions()
  const said = line.means === null ? line.message && sentenceOf(line.message, locale) : name(line.means)
  return (
    <div className="oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12" role="alert">
      <span>
        {t('postingRefused', { system: name(line.system), what: name(line.what), message: said ?? t('postingNoAnswer') })}
        {line.places.map(({ table, row, label: field }) => (
          <button key={`${table} ${row} ${field}`} type="button" className="plain oa-posting-place medium" disabled={row === null}
            onClick={(event) => showRow(event, `${table} ${row}`)}
          >
            {[row !== null && t('postingRow', { n: row }), field !== null && name(field)].filter(Boolean).join(' · ')}
          </button>
        ))}
      </span>
      <span>
        {mayRetry && (
          <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={busy.has(line.id)} onClick={() => retry([line.id])}>
            {t('serviceTaskRetry')}
          </Button>
        )}
        {mayHandle && <Button size="small" onClick={() => handle([line.id])}>{t('postingHandle')}</Button>}
      </span>
    </div>
  )
}

/** Brings the row that was refused into view. */
function showRow({ currentTarget }: MouseEvent, place: string): void {
  currentTarget.closest('.oa-page')?.querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: 'center' })
}

/** Terminals on which the reader's task is decided instead of this one. */
export function TerminalNotice({ document: { decidedOn } }: { readonly document: FiledDocument }) {
  const { t, label } = useDetailText()
  if (!decidedOn) return null
  return (
    <div className="oa-form-banner row wrap between on-accent pad-8-12 round-6" role="status">
      <span>{t('decidedOn', { terminals: label(terminalWords(decidedOn)) })}</span>
    </div>
  )
}

/** Files that another system named: those that are on their way, and those that were given up, each with a way to have it tried again. */
export function FilesNotice({ document: { procInstId, lackedFiles } }: { readonly document: FiledDocument }) {
  const { t } = useDetailText()
  const awaited = lackedFiles.filter(({ isGivenUp }) => !isGivenUp).map(({ name }) => name)
  return (
    <>
      {lackedFiles.filter(({ isGivenUp }) => isGivenUp).map((file) => <GivenUp key={file.id} procInstId={procInstId} file={file} />)}
      {awaited.length > 0 && (
        <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
          <span>{t('filesAwaited', { names: awaited.join(', ') })}</span>
        </div>
      )}
    </>
  )
}

function GivenUp({ procInstId, file: { id, name } }: { readonly procInstId: string; readonly file: LackedFile }) {
  const { t } = useDetailText()
  const { run, isPending } = useCommand({ touches: documentQueries })
  return (
    <div className="oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12" role="alert">
      <span>{t('fileLacked', { name })}</span>
      <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isPending}
        onClick={() =>
          void run((http) => http.post('/workflow/inboundFile/retry', { procInstId, fileId: id }), { success: t('fileAsked') })}
      >
        {t('serviceTaskRetry')}
      </Button>
    </div>
  )
}

/** Polling interval of the service task, in ms. */
const poller = 2_000

/** A notice about the service task at the current node: in progress, no answer, or refused. */
export function ServiceTaskNotice({ document: { serviceTask, procInstId } }: { document: FiledDocument }) {
  const { t } = useDetailText()
  useLook(serviceTask)
  if (!serviceTask) return null
  const look = serviceTask.state === 'failed'
    ? { className: 'oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12', role: 'alert' }
    : { className: 'oa-form-banner row on-accent round-6 wrap between pad-8-12', role: 'status' }
  return (
    <div {...look}>
      <span>{serviceTask.text || t(serviceTask.state === 'unknown' ? 'serviceTaskUnknown' : 'serviceTaskWaits')}</span>
      {serviceTask.mayRetry && (
        <span>
          <RetryButton document={procInstId} />
        </span>
      )}
    </div>
  )
}

/** Polls while the service task is in progress. */
function useLook(serviceTask: FiledDocument['serviceTask']): void {
  const client = useQueryClient()
  const isOut = serviceTask?.state === 'waiting' || serviceTask?.state === 'working'
  useEffect(() => {
    if (!isOut) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['document'] }), poller)
    return () => clearInterval(timer)
  }, [client, isOut])
}

function RetryButton({ document }: { document: string }) {
  const { t } = useDetailText()
  const confirm = useConfirm()
  const { run, isPending } = useCommand({ touches: documentQueries })
  const retry = () => run((http) => http.post('/workflow/serviceTask/retry', { procInstId: document }), { success: t('serviceTaskDone') })
  return (
    <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isPending}
      onClick={() => void confirm({ title: t('serviceTaskAsk'), okText: t('serviceTaskRetry'), onOk: () => void retry() })}
    >
      {t('serviceTaskRetry')}
    </Button>
  )
}
