import { formatBytes } from '#kernel/values/bytes.ts'
import { useBackgroundTaskText } from './text.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import { isRunning, notWritten, type Work } from './works.ts'

/** One work: its file, how far it is, and what it does now. */
export function TaskRow({ work }: { work: Work }) {
  const { t, label } = useBackgroundTaskText()
  const { name, kind, title } = work
  const { done, total } = work.parts ?? work
  const runs = isRunning(work)
  const called = name || t(kind === 'import' ? 'works.importTitle' : 'works.exportTitle', { title: label(title) })
  return (
    <div className="oa-work">
      <span className="oa-work-sign" aria-hidden>{name.split('.').pop()?.slice(0, 4).toUpperCase() || 'XLSX'}</span>
      <span className="oa-work-words">
        <span className="oa-work-head">
          <span className="cut" title={called}>{called}</span>
          <Made work={work} />
        </span>
        {runs && <progress className="oa-work-bar" aria-label={called} {...(total > 0 ? { value: done, max: total } : {})} />}
        <span className="oa-work-phase" role="status">{usePhase(work)}</span>
      </span>
    </div>
  )
}

/** The number of rows that are read, or of documents that are made. */
function Made({ work: { parts, done, total } }: { work: Work }) {
  const { t } = useBackgroundTaskText()
  if (parts) return <span className="num">{t('works.parts', { ...parts })}</span>
  return total > 0 ? <span className="num">{t('works.rows', { done, total })}</span> : null
}

/** The phase of a work, or how it ended. */
function usePhase(work: Work): string {
  const { t } = useBackgroundTaskText()
  const { kind, state, done, secondsLeft, answer } = work
  if (answer) return t(endOf(answer))
  if (!isRunning(work)) return ''
  if (kind === 'export') return state === 'saving' ? t('works.received', { size: formatBytes(done) }) : t('works.exporting')
  return state === 'saving' && secondsLeft !== null ? t('works.savingLeft', { seconds: secondsLeft }) : t(`works.${state as RunningState}`)
}

type RunningState = Exclude<Work['state'], 'done' | 'failed'>

function endOf(answer: ImportAnswer) {
  const isEmpty = answer.success === 0 && answer.unchanged === 0
  if (answer.cancelled) return isEmpty ? 'works.cancelledEmpty' : 'works.cancelled'
  if (!isEmpty) return 'works.done'
  return notWritten(answer) > 0 ? 'works.wholeFile' : 'works.nothing'
}
