import { FileExcelOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ImportAnswer, RowFailure } from '#kernel/answers.ts'
import { formatBytes } from '#kernel/values/files.ts'
import { download } from '#providers/files.ts'
import { useHttp } from '../backend.ts'
import { useBackgroundTaskText } from './texts.ts'
import { type BackgroundTask, isRunning, notWritten } from './background-tasks.ts'

/** Counts of added, changed, unchanged and refused rows, and the reasons for refused ones. */
export function ImportResult({ answer }: { answer: ImportAnswer }) {
  const { t } = useBackgroundTaskText()
  return (
    <>
      <dl className="oa-import-counts framed round-8 grid flat">
        <div className={answer.added > 0 ? 'is-written' : undefined}>
          <dt>{t('backgroundTasks.added')}</dt>
          <dd className="num">{answer.added}</dd>
        </div>
        <div className={answer.changed > 0 ? 'is-written' : undefined}>
          <dt>{t('backgroundTasks.changed')}</dt>
          <dd className="num">{answer.changed}</dd>
        </div>
        <div>
          <dt>{t('backgroundTasks.unchanged')}</dt>
          <dd className="num">{answer.unchanged}</dd>
        </div>
        <div className={answer.failed > 0 ? 'is-failed' : undefined}>
          <dt>{t('backgroundTasks.failed')}</dt>
          <dd className="num">{answer.failed}</dd>
        </div>
        {notWritten(answer) > 0 && (
          <div>
            <dt>{t('backgroundTasks.notWritten')}</dt>
            <dd className="num">{notWritten(answer)}</dd>
          </div>
        )}
      </dl>
      {answer.failed > 0 && <Failures answer={answer} />}
    </>
  )
}

function Failures({ answer }: { answer: ImportAnswer }) {
  const { t } = useBackgroundTaskText()
  const http = useHttp()
  const { failures, failureFileId, headings } = answer
  return (
    <section className="oa-import-failures" aria-label={t('backgroundTasks.failedRows')}>
      <header className="row between">
        <h3 className="bold flat">{t('backgroundTasks.failedRows')}</h3>
        {failureFileId !== null && (
          <Button type="link" icon={<FileExcelOutlined aria-hidden />} onClick={() =>
            void download(http, { path: `/public/importFailure/${failureFileId}` }).catch(() => undefined)}
          >
            {t('backgroundTasks.download')}
          </Button>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable list must be focusable by keyboard */}
      <div className="oa-import-rows scroll" tabIndex={0} role="region" aria-label={t('backgroundTasks.failedRows')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('backgroundTasks.row')}</th>
              {headings.map((heading) => <th scope="col" key={heading}>{heading}</th>)}
              <th scope="col">{t('backgroundTasks.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {byRow(failures).map((problems) => <FailedRow key={problems[0]?.row} problems={problems} headings={headings} />)}
          </tbody>
        </table>
      </div>
      {failures.length >= listed && <small className="muted block">{t('backgroundTasks.firstRows', { count: listed })}</small>}
    </section>
  )
}

function FailedRow({ problems, headings }: { problems: readonly RowFailure[]; headings: readonly string[] }) {
  const { t } = useBackgroundTaskText()
  const [first] = problems
  return (
    <tr>
      <td className="num">{first?.row}</td>
      {headings.map((heading, index) => <td key={heading}>{first?.cells[index] || '—'}</td>)}
      <td className="oa-import-reason red">
        {problems.map(({ column, reason }) => (
          <div key={`${column} ${reason}`}>{column && !reason.includes(column) ? t('backgroundTasks.at', { column, reason }) : reason}</div>
        ))}
      </td>
    </tr>
  )
}

/** Groups failures by row, in the order of the answer. */
function byRow(failures: readonly RowFailure[]): RowFailure[][] {
  const rows = new Map<number, RowFailure[]>()
  for (const failure of failures) rows.set(failure.row, [...(rows.get(failure.row) ?? []), failure])
  return [...rows.values()]
}

/** Maximum number of failures in the answer. */
const listed = 100

/** A task with its file name, progress and phase. */
export function TaskRow({ task }: { task: BackgroundTask }) {
  const { t, label } = useBackgroundTaskText()
  const { name, kind, title } = task
  const { done, total } = task.parts ?? task
  const runs = isRunning(task)
  const called = name || t(kind === 'import' ? 'backgroundTasks.importTitle' : 'backgroundTasks.exportTitle', { title: label(title) })
  return (
    <div className="oa-background-task row framed round-8 gap-10">
      <span className="oa-background-task-sign row round-4 rigid bold high-32 centred" aria-hidden>
        {name.split('.').pop()?.slice(0, 4).toUpperCase() || 'XLSX'}
      </span>
      <span className="oa-background-task-words fill grid">
        <span className="oa-background-task-head flex medium gap-12 between narrow">
          <span className="cut" title={called}>{called}</span>
          <Made task={task} />
        </span>
        {runs && (
          <progress className="oa-background-task-bar clip wide borderless" aria-label={called}
            {...(total > 0 ? { value: done, max: total } : {})} />
        )}
        <span className="oa-background-task-phase second small line-18" role="status">{usePhase(task)}</span>
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
