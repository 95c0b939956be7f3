import { formatBytes } from '#kernel/values/bytes.ts'
import { useBackgroundTaskText } from './text.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import { isRunning, notWritten, type BackgroundTask } from './background-tasks.ts'

/** A task with its file name, progress and phase. */
export function TaskRow({ task }: { task: BackgroundTask }) {
  const { t, label } = useBackgroundTaskText()
  const { name, kind, title } = task
  const { done, total } = task.parts ?? task
  const runs = isRunning(task)
  const called = name || t(kind === 'import' ? 'backgroundTasks.importTitle' : 'backgroundTasks.exportTitle', { title: label(title) })
  return (
    <div className="oa-background-task">
      <span className="oa-background-task-sign" aria-hidden>{name.split('.').pop()?.slice(0, 4).toUpperCase() || 'XLSX'}</span>
      <span className="oa-background-task-words">
        <span className="oa-background-task-head">
          <span className="cut" title={called}>{called}</span>
          <Made task={task} />
        </span>
        {runs && <progress className="oa-background-task-bar" aria-label={called} {...(total > 0 ? { value: done, max: total } : {})} />}
        <span className="oa-background-task-phase" role="status">{usePhase(task)}</span>
      </span>
    </div>
  )
}

/** Number of rows processed, or of documents created. */
function Made({ task: { parts, done, total } }: { task: BackgroundTask }) {
  const { t } = useBackgroundTaskText()
  if (parts) return <span className="num">{t('backgroundTasks.parts', { ...parts })}</span>
  return total > 0 ? <span className="num">{t('backgroundTasks.rows', { done, total })}</span> : null
}

/** The current phase of a task, or its outcome. */
function usePhase(task: BackgroundTask): string {
  const { t } = useBackgroundTaskText()
  const { kind, state, done, secondsLeft, answer } = task
  if (answer) return t(endOf(answer), { success: answer.success, total: answer.total, counts: countsOf(answer, t) })
  if (!isRunning(task)) return ''
  if (kind === 'export')
    return state === 'saving'
      ? t('backgroundTasks.received', { size: formatBytes(done) })
      : t('backgroundTasks.exporting')
  return state === 'saving' && secondsLeft !== null
    ? t('backgroundTasks.savingLeft', { seconds: secondsLeft })
    : t(`backgroundTasks.${state as RunningState}`)
}

type RunningState = Exclude<BackgroundTask['state'], 'done' | 'failed'>

/** Counts of added, changed and unchanged rows, without zeros: “270 added, 6 changed”. */
function countsOf({ added, changed, unchanged }: ImportAnswer, t: ReturnType<typeof useBackgroundTaskText>['t']): string {
  const counts = [['backgroundTasks.addedCount', added], ['backgroundTasks.changedCount', changed], ['backgroundTasks.unchangedCount',
    unchanged]] as const
  return counts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count })).join(t('backgroundTasks.and'))
}

function endOf(answer: ImportAnswer) {
  const isEmpty = answer.success === 0 && answer.unchanged === 0
  if (answer.cancelled) return isEmpty ? 'backgroundTasks.cancelledEmpty' : 'backgroundTasks.cancelled'
  if (!isEmpty) return answer.failed > 0 ? 'backgroundTasks.partly' : 'backgroundTasks.done'
  return notWritten(answer) > 0 ? 'backgroundTasks.wholeFile' : 'backgroundTasks.nothing'
}
