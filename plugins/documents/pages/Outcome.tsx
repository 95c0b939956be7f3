import { Button } from 'antd'
import { canPosting } from '#kernel/posting-permissions.ts'
import { may } from '#providers/permissions.ts'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import type { PostingRow } from '../wire.ts'
import { usePostingText } from './text.ts'

interface OutcomeProps {
  readonly row: PostingRow
  readonly isOpen: boolean
  readonly actions: PostingActions
}

/** The end of a row: the number, when it is tried next, or what may be done about a refusal. */
export function Outcome({ row, isOpen, actions }: OutcomeProps) {
  const { t } = usePostingText()
  const { state, posted, dueAt, code } = row
  if (state === 'waiting') return <span className="num oa-quiet">{t('next', { time: dueAt.slice(11, 16) })}</span>
  if (state === 'sent') return <span className="oa-quiet">{t('sentSince')}</span>
  if (state !== 'refused') return <span className="num">{posted ?? t('nothing')}</span>
  return isOpen || !mayAct() ? <span className="num oa-posting-code">{code ?? t('nothing')}</span> : <Links id={row.id} actions={actions} />
}

const mayAct = (): boolean => may(canPosting.retry) || may(canPosting.handle)

function Links({ id, actions: { busy, retry, handle } }: { readonly id: string; readonly actions: PostingActions }) {
  const { t } = usePostingText()
  return (
    <span className="oa-posting-links">
      {may(canPosting.retry) && <Button type="link" size="small" loading={busy.has(id)} onClick={() => retry([id])}>{t('retry')}</Button>}
      {may(canPosting.handle) && <Button type="link" size="small" onClick={() => handle([id])}>{t('handle')}</Button>}
    </span>
  )
}
