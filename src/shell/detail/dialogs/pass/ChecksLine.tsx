import { Button } from 'antd'
import type { NodeChecks } from '#approval/wire/filed-document.ts'
import { answeredOf, type Checks } from '#shell/detail/checks/results.ts'
import { useDetailText } from '#shell/detail/text.ts'

interface ChecksLineProps {
  readonly list: NodeChecks
  readonly checks: Checks
  readonly problem: string | undefined
  /** Scrolls to the list on the page. */
  onShow(): void
}

/** The progress of the check list, with the way to it. */
export function ChecksLine({ list: { items }, checks, problem, onShow }: ChecksLineProps) {
  const { t } = useDetailText()
  const done = answeredOf(items, checks)
  const failed = items.filter(({ id }) => checks[id]?.result === 'fail').length
  return (
    <div>
      <div className="oa-dialog-next">
        <span>{t('checks')}</span>
        <strong>{t('checksDone', { done, all: items.length })}</strong>
        {failed > 0 && <span className="oa-checks-failed">{t('checksFailed', { count: failed })}</span>}
        <Button size="small" onClick={onShow}>{t(done < items.length ? 'checksFill' : 'checksSee')}</Button>
      </div>
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
    </div>
  )
}
