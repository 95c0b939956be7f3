import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { Link } from 'react-router'
import { BulbOutlined, CheckOutlined, ClockCircleOutlined, CloseCircleFilled, CopyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { sentenceOf } from '#kernel/wording/names.ts'
import { canPosting, type PostingState } from '#kernel/postings.ts'
import { useHttp } from '#shell/backend.ts'
import { type PostingActions, postingsKey } from '#shell/detail/notices/use-posting.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { may } from '#providers/permissions.ts'
import type { Http } from '#providers/http.ts'
import type { PostingAttempt, PostingDetail, PostingFigures, PostingPage, SentEntry } from '../wire.ts'
import { usePostingText } from './texts.ts'

interface OpenedLineProps {
  readonly id: string
  readonly actions: PostingActions
}

/** Details of a posting: the refusal, the payload, all attempts and the available actions. */
export function OpenedLine({ id, actions }: OpenedLineProps) {
  const { data, error, isError, refetch } = useQuery(postingQuery(useHttp(), id))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={3} columns={['60%', '30%']} />
  return (
    <div className="oa-posting-opened grid">
      <div>
        <Refusal line={data} />
        <SentBody line={data} />
      </div>
      <div>
        <Attempts line={data} />
        <LineActions line={data} actions={actions} />
      </div>
    </div>
  )
}

/** Attempts with their outcomes, newest first. */
function Attempts({ line: { tries, attempts } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  return (
    <section className="oa-posting-tries">
      <h2 className="medium">
        {t('tries')} <span className="num">{Math.max(attempts, tries.length)}</span>
      </h2>
      {tries.length === 0
        ? <p className="second">{t('noTries')}</p>
        : <ul>{tries.map((attempt) => <Attempt key={attempt.id} attempt={attempt} />)}</ul>}
    </section>
  )
}

const tones = { posted: 'teal', refused: 'red', busy: 'orange', unknown: 'orange', handled: 'hollow' } as const

function Attempt({ attempt: { at, outcome, code, message, number, person } }: { readonly attempt: PostingAttempt }) {
  const { t, name, locale } = usePostingText()
  const text = number ?? code ?? t(`tried_${outcome}`)
  return (
    <li className="middle line-bottom grid gap-8">
      <span className="oa-state-dot num inline-row gap-6 nowrap" data-tone={tones[outcome]}>{at.slice(5, 16)}</span>
      <span className="num cut" data-tone={tones[outcome]} title={message === null ? undefined : sentenceOf(message, locale)}>{text}</span>
      <span className="second">{person === null ? t('automatic') : name(person)}</span>
    </li>
  )
}

/** Entries of the payload; the refused entry is marked. */
function SentBody({ line: { body, field, state } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const shown = body.filter(({ value, isWithheld }) => isWithheld || !isEmpty(value))
  if (shown.length === 0) return null
  return (
    <section className="oa-posting-body">
      <h2 className="medium">{t('sentBody')}</h2>
      <dl className="grid">
        {shown.map((entry) => (
          <div key={entry.name} data-wrong={(state === 'refused' && entry.name === field) || undefined}>
            <dt className="second rigid">
              <Name entry={entry} />
            </dt>
            <dd className="anywhere text-right">
              <Value entry={entry} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns whether there is nothing to show: no value, or a list without any. */
const isEmpty = (value: SentEntry['value']): boolean =>
  Array.isArray(value) ? value.every((each) => each === null || each === '') : value === null || value === ''

function Name({ entry: { name, label } }: { readonly entry: SentEntry }) {
  const text = usePostingText()
  return label === null ? <code>{name}</code> : <>{text.name(label)}</>
}

function Value({ entry: { value, isWithheld } }: { readonly entry: SentEntry }) {
  const { t } = usePostingText()
  if (isWithheld) return <span className="second">{t('withheld')}</span>
  if (Array.isArray(value))
    return (
      <>
        {value.some((each) => typeof each === 'object' && each !== null)
          ? t('rows', { count: value.length })
          : value.map((each) => each ?? t('nothing')).join(', ')}
      </>
    )
  if (typeof value === 'object' && value !== null) return <code>{JSON.stringify(value)}</code>
  return <span className="num">{String(value)}</span>
}

interface LineActionsProps {
  readonly line: PostingDetail
  readonly actions: PostingActions
}

/** Actions on a posting. The primary button of a refused one links to the repair, or else retries it. */
function LineActions({ line, actions: { busy, retry, handle } }: LineActionsProps) {
  const { t, name } = usePostingText()
  const linkOf = useDocumentLink()
  const isRefused = line.state === 'refused'
  return (
    <div className="oa-posting-actions grid gap-8">
      {isRefused && (
        <span>
          {line.repair && (
            <Link to={line.repair.path}>
              <Button type="primary" tabIndex={-1}>{name(line.repair.label)}</Button>
            </Link>
          )}
          {may(canPosting.retry) && (
            <Button type={line.repair ? 'default' : 'primary'} loading={busy.has(line.id)} onClick={() => retry([line.id])}>
              {t('retry')}
            </Button>
          )}
          {may(canPosting.handle) && <Button onClick={() => handle([line.id])}>{t('handle')}</Button>}
        </span>
      )}
      {line.mayBeReversed && may(canPosting.handle) && (
        <span>
          <Button loading={busy.has(line.id)} onClick={() => handle([line.id], t('markReversed'))}>{t('markReversed')}</Button>
        </span>
      )}
      <span>
        <Popover trigger="click" placement="bottomLeft" content={<Payload line={line} />}>
          <Button type="link" className="oa-posting-message" size="small">{t('message')}</Button>
        </Popover>
        <Link to={linkOf({ businessType: line.type, procInstId: line.document, routeName: '' })}>{t('openDocument')}</Link>
      </span>
    </div>
  )
}

/** Payload as JSON, with its idempotency key. */
function Payload({ line: { key, body } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const sent = Object.fromEntries(body.map(({ name, value, isWithheld }) => [name, isWithheld ? '***' : value]))
  return (
    <div className="oa-posting-payload">
      <span className="muted block">{t('key')} {key}</span>
      <pre className="scroll" tabIndex={0}>{JSON.stringify(sent, undefined, 2)}</pre>
    </div>
  )
}

/** Reason for a refusal or a wait, or the remark of a posting marked as handled. */
function Refusal({ line }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const { state, message } = line
  if (state === 'refused' || (state === 'waiting' && message !== null)) return <RefusalText line={line} />
  return state === 'handled' && message ? <p className="second below-12">{t('handledBecause')}: {message}</p> : null
}

/** Refusal of the other system: our explanation, its original message, and earlier resolutions of the same error. */
function RefusalText({ line }: { readonly line: PostingDetail }) {
  const isRefused = line.state === 'refused'
  return (
    <section className="oa-posting-refusal surface round-8 grid gap-10" data-tone={isRefused ? 'red' : 'orange'}>
      <div className="oa-posting-means baseline red flex gap-8">
        {isRefused ? <CloseCircleFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
        <strong className="fill bold">
          <Meaning line={line} />
        </strong>
        {line.code !== null && <span className="num">{line.code}</span>}
      </div>
      <Messages line={line} />
      {line.message !== null && <Original line={line} message={line.message} />}
      <Helped line={line} />
    </section>
  )
}

/** Messages with their row and field; shown for several messages or one that names a row. */
function Messages({ line: { details } }: { readonly line: PostingDetail }) {
  const { t, name } = usePostingText()
  if (details.length < 2 && details.every(({ row }) => row === null)) return null
  return (
    <ul className="grid gap-4 unlisted flat bare" aria-label={t('messages')}>
      {details.map(({ code, message, row, label, field }) => (
        <li key={JSON.stringify([code, message, row, field])}>
          <span className="muted block">
            {[row === null ? undefined : t('row', { n: row }), label === null ? field : name(label)].filter(Boolean).join(' · ')}
          </span>{' '}
          {isOwn(code) ? t(code) : <span lang="en">{message}</span>} {!isOwn(code) && <span className="num second">{code}</span>}
        </li>
      ))}
    </ul>
  )
}

const ownCodes = ['tooLong', 'precision', 'format', 'noQuantity'] as const

const isOwn = (code: string): code is (typeof ownCodes)[number] => ownCodes.includes(code as never)

function Meaning({ line: { state, means, message, system } }: { readonly line: PostingDetail }) {
  const { t, name, locale } = usePostingText()
  if (state === 'waiting') return <>{t('busy', { system: name(system) })}</>
  if (means !== null) return <>{name(means)}</>
  if (message === null) return <>{t('noAnswer', { system: name(system) })}</>
  // a bilingual message is shown as the explanation
  const sentence = sentenceOf(message, locale)
  return <>{sentence === message ? t('unexplained', { system: name(system) }) : sentence}</>
}

function Original({ line: { system }, message }: { readonly line: PostingDetail; readonly message: string }) {
  const { t, name } = usePostingText()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(message).then(() => setIsCopied(true))
  return (
    <div className="oa-posting-original round-6 relative">
      <span className="muted block">{t('original', { system: name(system) })}</span>
      <p className="anywhere" lang={/\p{Script=Han}/u.test(message) ? undefined : 'en'}>{message}</p>
      <button type="button" className="plain grid absolute" aria-label={t(isCopied ? 'copied' : 'copy')}
        data-tip={t(isCopied ? 'copied' : 'copy')} onClick={copy}
      >
        {isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
    </div>
  )
}

function Helped({ line: { helped } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  if (helped === null) return null
  const sentences = [
    ...(helped.posted > 0 ? [t('helpedPosted', { count: helped.posted })] : []),
    ...(helped.handled > 0 ? [t('helpedHandled', { count: helped.handled })] : []),
    ...(helped.reason === null ? [] : [t('helpedReason', { reason: helped.reason })]),
  ]
  return (
    <p className="oa-posting-helped second flex gap-8">
      <BulbOutlined aria-hidden />
      <span>{sentences.map((sentence) => <span key={sentence}>{sentence}</span>)}</span>
    </p>
  )
}

/** States grouped for the filter: waiting and sent postings are both pending. */
export const shownStates = {
  waiting: ['waiting', 'sent'],
  posted: ['posted'],
  refused: ['refused'],
  handled: ['handled'],
} as const satisfies Record<string, readonly PostingState[]>

export type ShownState = keyof typeof shownStates

/** Returns whether a filter value is the name of a state group. */
export const isShownState = (text: string | undefined): text is ShownState => text !== undefined && Object.hasOwn(shownStates, text)

/** Polling interval for postings while some are pending, in ms. */
const pace = 4_000

/** Query for a page of postings, polled while some are pending. */
export const postingsQuery = (http: Http, { filters: { keyword, state, type, days }, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [...postingsKey, 'page', { keyword, state, type, days, current, size }],
    queryFn: ({ signal }) =>
      http.query<PostingPage>('/workflow/posting/page', { current, size, ...(keyword && { keyword }), ...(type && { type }),
        ...(days && { days }), ...(isShownState(state) && { states: shownStates[state] }) }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.records.some((row) => row.state === 'waiting' || row.state === 'sent') ? pace : false),
  })

/** Query for the number, amount and age of the postings in each state. */
export const figuresQuery = (http: Http) =>
  queryOptions({ queryKey: [...postingsKey, 'figures'], queryFn: ({ signal }) =>
    http.query<PostingFigures>('/workflow/posting/figures', {}, { signal, quiet: true }) })

/** Query for one posting with its payload and attempts. */
const postingQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [...postingsKey, 'line', id], queryFn: ({ signal }) =>
    http.get<PostingDetail>(`/workflow/posting/${id}`, undefined, { signal, quiet: true }) })

/** Filters as query parameters of the workbook export. */
export const exportQuery = ({ filters: { keyword, state, type, days } }: ListQuery): Readonly<Record<string, string>> => ({
  ...(keyword && { keyword }),
  ...(type && { type }),
  ...(days && { days }),
  ...(isShownState(state) && { states: shownStates[state].join(',') }),
})
