import { FileExcelOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { download } from '#providers/files.ts'
import { useHttp } from '../backend.ts'
import { useBackgroundTaskText } from './text.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'

/** What was written, what was the same already, and the rows that were not written, each with its reason. */
export function ImportResult({ answer }: { answer: ImportAnswer }) {
  const { t } = useBackgroundTaskText()
  return (
    <>
      <dl className="oa-import-counts">
        <div className="is-written"><dt>{t('works.written')}</dt><dd className="num">{answer.success}</dd></div>
        <div><dt>{t('works.unchanged')}</dt><dd className="num">{answer.unchanged}</dd></div>
        <div className={answer.failed > 0 ? 'is-failed' : undefined}><dt>{t('works.failed')}</dt><dd className="num">{answer.failed}</dd></div>
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
    <section className="oa-import-failures" aria-label={t('works.failedRows')}>
      <header>
        <h3>{t('works.failedRows')}</h3>
        <Button type="link" icon={<FileExcelOutlined aria-hidden />} disabled={failureFileId === null} onClick={() => void download(http, { path: `/public/importFailure/${failureFileId}` }).catch(() => undefined)}>{t('works.download')}</Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by the keyboard too */}
      <div className="oa-import-rows" tabIndex={0} role="region" aria-label={t('works.failedRows')}>
        <table>
          <thead>
            <tr><th scope="col">{t('works.row')}</th>{headings.map((heading) => <th scope="col" key={heading}>{heading}</th>)}<th scope="col">{t('works.reason')}</th></tr>
          </thead>
          <tbody>
            {failures.map(({ row, column, reason, cells }) => (
              <tr key={`${row} ${column} ${reason}`}>
                <td className="num">{row}</td>
                {headings.map((heading, index) => <td key={heading}>{cells[index] || '—'}</td>)}
                <td className="oa-import-reason">{column && !reason.includes(column) ? t('works.at', { column, reason }) : reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failures.length >= listed && <small>{t('works.firstRows', { count: listed })}</small>}
    </section>
  )
}

/** The answer lists no more. */
const listed = 100
