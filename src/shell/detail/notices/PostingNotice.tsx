import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { DocumentPosting, DocumentPostings, FiledDocument } from '#approval/wire/filed-document.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { useDetailText } from '../text.ts'
import { usePostingActions } from './use-posting.tsx'

/** Refused lines that are shown by themselves; the others are counted. */
const most = 5

/** The postings of the document to other systems: what was refused, with what can be done about it, else how far it is. */
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
      <span>{t('postingRefused', { system: name(line.system), what: name(line.what), message: said ?? t('postingNoAnswer') })}</span>
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
