import { useState } from 'react'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Label } from '#kernel/wording/label.ts'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import { cn, en } from './texts.ts'

export const useAuditText = definePartText<keyof typeof cn>({ cn, en })

type AuditText = ReturnType<typeof useAuditText>

/** Text keys of refusal codes. */
const refusals: ReadonlyMap<number, `r${string}` & keyof typeof cn> = new Map([[401, 'r401'], [403, 'r403'], [42009, 'r42009'], [
  42007,
  'r42007',
], [500, 'r500']])

interface AuditLine {
  readonly id: string
  readonly createTime: string
  readonly userId: string | null
  readonly userName: string | null
  readonly ip: string
  readonly method: string
  readonly path: string
  /** Name of the call. */
  readonly operation: Label
  readonly resource: string | null
  readonly resourceName: Label | null
  readonly resourceId: string | null
  /** Number of the affected document. */
  readonly resourceNo: string | null
  readonly code: number
  readonly ms: number
  readonly traceId: string
  readonly changes: readonly { readonly field: string; readonly label: Label | null; readonly before: unknown; readonly after: unknown }[]
}

interface AuditPage {
  readonly records: readonly AuditLine[]
  readonly next: { readonly time: string; readonly id: string } | null
}

export const path = '/system/auditLog'

/** Converts the URL's filters to the request of the log. */
export function wantedBy({ userId, resource, dates = '', code }: Readonly<Record<string, string | undefined>>) {
  const [from, to] = dates.split(',')
  return { ...(userId && { userId }), ...(resource && { resource }), ...(from && { from }), ...(to && { to }),
    ...(code && { code: Number(code) }) }
}

/** @param query `resourceId`: of one record */
export const linesQuery = (http: Http,
  query: Omit<ReturnType<typeof wantedBy>, 'resource'> & { readonly resource?: string | readonly string[];
    readonly resourceId?: string }) =>
  infiniteQueryOptions({
    queryKey: ['auditLog', query],
    queryFn: ({ pageParam, signal }) =>
      http.query<AuditPage>(`${path}/page`, { ...query, ...(pageParam && { after: pageParam }) }, { signal, quiet: true }),
    initialPageParam: null as AuditPage['next'],
    getNextPageParam: ({ next }) => next,
  })

/** Query for the resources by which the log can be filtered. */
export const resourcesQuery = (http: Http) =>
  queryOptions({ queryKey: ['auditLog', 'resources'], queryFn: () =>
    http.get<readonly (Label & { readonly resource: string })[]>(`${path}/resources`, {}, { quiet: true }), staleTime: Infinity })

/** Value of a record as one line of text. */
const shown = (
  value: unknown,
): string => (value === null || value === undefined || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value))

/** Log entries, newest first, expandable to the changed fields. `isOfOne`: all are about one record, so the subject is not shown. */
export function AuditTable({ lines, isOfOne = false }: { lines: readonly AuditLine[]; isOfOne?: boolean }) {
  const { t } = useAuditText()
  return (
    <table className={`oa-audit ruled collapsed wide${isOfOne ? ' is-of-one' : ''}`}>
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
          <button type="button" className="plain oa-audit-open accent nowrap least-24" aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {line.changes.length > 0 ? t('count', { count: line.changes.length }) : t('noChange')}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="oa-audit-detail">
          <td className="subtle" colSpan={6}>
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
      <small className="cut third block tiny">{resourceNo ?? resourceId}</small>
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
        <table className="collapsed wide">
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
                  <del className="second">{shown(before)}</del>
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
