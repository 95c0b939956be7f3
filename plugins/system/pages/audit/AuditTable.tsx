import { useState } from 'react'
import { type AuditLine, type AuditText, refusals, shown, useAuditText } from './audit.ts'

/** Log entries, newest first, expandable to the changed fields. `isOfOne`: all are about one record, so the subject is not shown. */
export function AuditTable({ lines, isOfOne = false }: { lines: readonly AuditLine[]; isOfOne?: boolean }) {
  const { t } = useAuditText()
  return (
    <table className={`oa-audit${isOfOne ? ' is-of-one' : ''}`}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('person')}</th>
          <th scope="col">{t('object')}</th>
          <th scope="col">{t('call')}</th>
          <th scope="col">{t('result')}</th>
          <th scope="col">{t('changes')}</th>
        </tr>
      </thead>
      <tbody>{lines.map((line) => <Line key={line.id} line={line} />)}</tbody>
    </table>
  )
}

function Line({ line }: { line: AuditLine }) {
  const { t, label, name } = useAuditText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <tr>
        <td className="num">{line.createTime}</td>
        <td>{line.userName ? name(line.userName) : (line.userId ?? t('nobody'))}</td>
        <Subject line={line} />
        <td>{label(line.operation)}</td>
        <td className={isDone(line) ? undefined : 'is-refused'}>{isDone(line) ? t('done') : refusal(line, t)}</td>
        <td>
          <button type="button" className="plain oa-audit-open" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {line.changes.length > 0 ? t('count', { count: line.changes.length }) : t('noChange')}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="oa-audit-detail">
          <td colSpan={6}>
            <Changes line={line} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Subject of an entry: the kind, and the number of the document or the id of the record. */
function Subject({ line: { resourceName, resourceNo, resourceId } }: { line: AuditLine }) {
  const { label } = useAuditText()
  return (
    <td>
      {resourceName ? label(resourceName) : '—'}
      <small className="cut">{resourceNo ?? resourceId}</small>
    </td>
  )
}

/** Text of a refusal; its code if it has no text. */
function refusal({ code }: AuditLine, t: AuditText['t']): string {
  const reason = refusals.get(code)
  return reason ? t(reason) : `${t('refused')} ${code}`
}

/** Returns whether the call succeeded; redirections count as success. */
const isDone = ({ code }: AuditLine) => code < 400

function Changes({ line: { changes, method, path, traceId, ip, ms } }: { line: AuditLine }) {
  const { t, label } = useAuditText()
  return (
    <>
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, label: named, before, after }) => (
              <tr key={field}>
                <th scope="row">{named ? label(named) : field}</th>
                <td>
                  <del>{shown(before)}</del>
                </td>
                <td>
                  <ins>{shown(after)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <code>{method} {path}</code>
      </p>
      <p>{t('trace', { trace: traceId, ip, ms })}</p>
    </>
  )
}
