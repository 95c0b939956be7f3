import { CheckOutlined, CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { canPosting } from '#kernel/posting-permissions.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { may } from '#providers/permissions.ts'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import type { RowSelection } from '#shell/documents/triage/use-selection.ts'
import { Money } from '#shell/parts/Money.tsx'
import type { PostingRow } from '../wire.ts'
import { usePostingText } from './text.ts'
import '#shell/documents/batch/batch.css'

interface BatchBarProps {
  readonly rows: readonly PostingRow[]
  readonly selection: RowSelection
  readonly actions: PostingActions
}

/** The actions on the selected refusals together. */
export function BatchBar({ rows, selection, actions }: BatchBarProps) {
  const { t } = usePostingText()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  if (selected.length === 0) return null
  const ids = selected.map(({ id }) => id)
  return (
    <div className="oa-batch" role="group" aria-label={t('batch')}>
      <span role="status" className="num">{t('selected', { count: ids.length })}</span>
      <span className="oa-batch-sum">
        <Money value={sumMoney(selected.map(({ amount }) => amount)).toFixed(2)} />
      </span>
      {may(canPosting.handle) && (
        <button type="button" onClick={() => actions.handle(ids)}>
          <CheckOutlined aria-hidden /> {t('handle')}
        </button>
      )}
      {may(canPosting.retry) && (
        <button type="button" className="is-main" onClick={() => actions.retry(ids)}>
          <ReloadOutlined aria-hidden /> {t('retry')}
        </button>
      )}
      <button type="button" className="is-close" aria-label={t('clear')} data-tip={t('clear')} onClick={selection.clear}>
        <CloseOutlined aria-hidden />
      </button>
    </div>
  )
}
