import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { MouseEvent } from 'react'
import type { DocumentPosting, DocumentPostings, FiledDocument } from '#approval/wire/filed-document.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { useDetailText } from '../text.ts'
import { usePostingActions } from './use-posting.tsx'

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
  const { t, name, locale } = useDetailText()
  const { busy, retry, handle } = usePostingActions()
  const said = line.means === null ? line.message && sentenceOf(line.message, locale) : name(line.means)
  return (
    <div className="oa-form-banner is-wrong" role="alert">
      <span>
        {t('postingRefused', { system: name(line.system), what: name(line.what), message: said ?? t('postingNoAnswer') })}
        {line.places.map(({ table, row, label: field }) => (
          <button key={`${table} ${row} ${field}`} type="button" className="plain oa-posting-place" disabled={row === null}
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
