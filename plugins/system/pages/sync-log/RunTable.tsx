import { Button } from 'antd'
import { sentenceOf } from '#kernel/wording/names.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Person } from '#shell/parts/Person.tsx'
import { kindName, syncLog, syncPath, type SyncRun, tookText, useSyncText } from './sync-log.ts'

interface RunTableProps {
  readonly runs: readonly SyncRun[]
  /** Kinds whose source is set up: only those can be asked for again. */
  readonly offered: ReadonlySet<string>
}

/** Runs, newest first. */
export function RunTable({ runs, offered }: RunTableProps) {
  const { t } = useSyncText()
  return (
    <div className="oa-sync-scroll">
      <table className="oa-sync">
        <thead>
          <tr>
            <th scope="col">{t('started')}</th>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('result')}</th>
            <th scope="col" className="is-figure">{t('rows')}</th>
            <th scope="col" className="is-figure">{t('good')}</th>
            <th scope="col" className="is-figure">{t('failed')}</th>
            <th scope="col">{t('took')}</th>
            <th scope="col">{t('by')}</th>
            <th scope="col">{t('message')}</th>
            <th scope="col">
              <span className="unseen">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{runs.map((run) => <Run key={run.id} run={run} isOffered={offered.has(run.kind)} />)}</tbody>
      </table>
    </div>
  )
}

function Run({ run, isOffered }: { run: SyncRun; isOffered: boolean }) {
  const text = useSyncText()
  const { startTime, kind, result, total, success, failed, message } = run
  return (
    <tr>
      <td className="num">{startTime}</td>
      <td>{kindName(kind, text)}</td>
      <Result result={result} />
      <td className="num is-figure">{total}</td>
      <td className="num is-figure">{success}</td>
      <td className={failed > 0 ? 'num is-figure is-failed' : 'num is-figure'}>{failed}</td>
      <td className="num">{tookText(run, text)}</td>
      <td>
        <Asker run={run} />
      </td>
      <td className="is-message">{message === null ? '—' : sentenceOf(message, text.locale)}</td>
      <td>{isOffered && result === 'FAILURE' && <Retry run={run} />}</td>
    </tr>
  )
}

function Result({ result }: Pick<SyncRun, 'result'>) {
  const { t } = useSyncText()
  return <td className={result === 'FAILURE' ? 'is-failed' : undefined}>{t(result ?? 'RUNNING')}</td>
}

function Asker({ run: { createBy, createName } }: { run: SyncRun }) {
  const { t } = useSyncText()
  return createBy && createName ? <Person id={createBy} name={createName} /> : t('itself')
}

function Retry({ run: { id, kind } }: { run: SyncRun }) {
  const text = useSyncText()
  // the run stands in the log either way
  const { run, isPending } = useCommand({ touches: [[syncLog]] })
  const retry = () => run((http) => http.post(`${syncPath}/${id}/retry`))
  return (
    <Button type="link" size="small" loading={isPending} aria-label={text.t('retryName', { name: kindName(kind, text) })}
      onClick={() => void retry()}
    >
      {text.t('retry')}
    </Button>
  )
}
