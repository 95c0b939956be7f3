import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Progress } from 'antd'
import { Fragment, Suspense, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { Flow } from '#kernel/flow.ts'
import { spelledNumber } from '#kernel/parameters/parameters.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { type ExampleStep, type AskWhatIf, designPath, type FlowReference, type WhatIfParameter, type WhatIfResult,
  type WhatIfRun } from '../../../wire.ts'
import { designQuery, designsKey, draftQuery, useDesignedForm, useNaming, versionQuery } from '../calls.ts'
import { Labelled } from '../panel/fields.tsx'
import { useDesignText } from '../texts.ts'
import { conditionText, parameterWords } from '../wording/words.ts'
import '../../flows.css'
import '../designer.css'

/** Documents of a period under a draft: how many take another way, which conditions cause it, and each approver's change in tasks. */
export function WhatIfPage() {
  const [parameters] = useSearchParams()
  const form = parameters.get('id') ?? ''
  return form === '' ? <Navigate to="/approval-process" replace /> : <WhatIf form={form} draft={parameters.get('draft') ?? ''} />
}

function WhatIf({ form: key, draft }: { form: string; draft: string }) {
  const { t, label } = useDesignText()
  const { data: design } = useQuery(designQuery(useHttp(), key))
  useTabTitle(design && { cn: `假如：${design.cn}`, en: `What if: ${design.en}` })
  const name = design ? label(design) : ''
  return (
    <Page title={t(draft ? 'whatIfTitle' : 'whatIfFigures', { name })} actions={<BackButton form={key} draft={draft} />}>
      {design && <Question form={key} of={draft ? { draft } : { version: design.current }} />}
    </Page>
  )
}

/** Leads to where the draft is published, or to the flow in force. */
function BackButton({ form, draft }: { form: string; draft: string }) {
  const { t } = useDesignText()
  const navigate = useNavigate()
  const id = `id=${encodeURIComponent(form)}`
  const page = draft ? `/approval-publish?${id}&draft=${encodeURIComponent(draft)}` : `/approval-config?${id}`
  return <Button onClick={() => navigate(page)}>{t(draft ? 'toPublish' : 'toFlow')}</Button>
}

/** The period, the figures that are tried, and the outcome. */
function Question({ form, of }: { form: string; of: FlowReference }) {
  const { t } = useDesignText()
  const [[from, to], setPeriod] = useState(lastQuarter)
  const [figures, setFigures] = useState<ReadonlyMap<string, string>>(new Map())
  const { answer, start, cancel, isPending, problems } = useRun(form)
  const parameters = triedFigures(figures)
  // the flow in force with unchanged parameters has nothing to compare
  const isAsked = 'draft' in of || parameters.length > 0
  const isRunning = answer.data?.state === 'running'
  return (
    <>
      <div className="row wrap gap-12">
        <Days from={from} to={to} onChange={setPeriod} />
        <Button type="primary" loading={isPending} disabled={isRunning || !isAsked} onClick={() => start({ of, from, to, parameters })}>
          {t('calculate')}
        </Button>
        {isRunning && <Button onClick={cancel}>{t('cancelRun')}</Button>}
      </div>
      <p className="oa-flow-quiet second">{t(isAsked ? 'whatIfNote' : 'whatIfUnasked')}</p>
      <Suspense>
        <Figures form={form} of={of} figures={figures} onChange={setFigures} />
      </Suspense>
      {Object.values(problems).map((problem) => <p key={problem} role="alert" className="oa-fd-error">{problem}</p>)}
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <RunState run={answer.data} form={form} />}
    </>
  )
}

/** A calculation that is started, followed and cancelled. */
function useRun(form: string) {
  const http = useHttp()
  const path = `${designPath}/${form}/what-if`
  const [started, setStarted] = useState<string>()
  const { run, isPending, problems } = useCommand()
  const answer = useQuery({
    queryKey: [designsKey, form, 'what-if', started],
    queryFn: ({ signal }) => http.get<WhatIfRun>(`${path}/${started}`, {}, { signal, quiet: true }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? 1000 : false),
  })
  const start = (asked: AskWhatIf) =>
    void run((writing) => writing.post<WhatIfRun>(path, asked, { quiet: true }), (begun: WhatIfRun) => setStarted(begun.id))
  const cancel = () => void run((writing) => writing.delete(`${path}/${started}`, {}, { quiet: true }), () => void answer.refetch())
  return { answer, start, cancel, isPending, problems }
}

/** The figures that were entered. */
const triedFigures = (figures: ReadonlyMap<string, string>): readonly WhatIfParameter[] =>
  [...figures].flatMap(([key, value]) => {
    const [dictionary = '', name = ''] = key.split(' ')
    return value === '' ? [] : [{ dictionary, name, value }]
  })

interface FiguresProps {
  readonly form: string
  readonly of: FlowReference
  readonly figures: ReadonlyMap<string, string>
  onChange(figures: ReadonlyMap<string, string>): void
}

/** The figures that the conditions of a flow read, to be tried with other values. */
function Figures({ form, of, figures, onChange }: FiguresProps) {
  const naming = useNaming(form, useDesignedForm(form))
  const { t, name } = naming.text
  const http = useHttp()
  const draft = useQuery({ ...draftQuery(http, form, 'draft' in of ? of.draft : ''), enabled: 'draft' in of })
  const version = useQuery({ ...versionQuery(http, form, 'version' in of ? of.version : ''), enabled: 'version' in of })
  const flow = ('draft' in of ? draft : version).data?.flow
  const read = flow
    ? parametersIn(flow).filter(([dictionary, parameter]) => spelledNumber(name(naming.dict(dictionary, parameter) ?? '')))
    : []
  if (read.length === 0) return null
  return (
    <Form layout="vertical" component="div" className="oa-fd-tried grid">
      {read.map(([dictionary, parameter]) => {
        const key = `${dictionary} ${parameter}`
        return (
          <Labelled key={key} label={parameterWords(dictionary, parameter, naming)}>
            {(id) => (
              <InputNumber id={id} stringMode placeholder={t('asToday')} value={figures.get(key) ?? null}
                onChange={(value) => onChange(new Map([...figures, [key, value ?? '']]))} />
            )}
          </Labelled>
        )
      })}
    </Form>
  )
}

/** The figures that a flow reads, by dictionary and name, each once. */
const parametersIn = (flow: Flow): readonly (readonly [string, string])[] =>
  [...new Set(
    [...JSON.stringify(flow).matchAll(/parameter\(\\"(\w+)\\", *\\"([\w.]+)\\"\)/g)].map(([, key, parameter]) => `${key} ${parameter}`),
  )]
    .map((pair) => pair.split(' ') as [string, string])

/** The progress of a run, its end, or its result. */
function RunState({ run: { state, done, total, result }, form }: { run: WhatIfRun; form: string }) {
  const { t } = useDesignText()
  return (
    <>
      {state === 'running' && <Progress aria-label={t('calculating')} percent={total > 0 ? Math.round((done / total) * 100) : 0} />}
      {state === 'failed' && <p role="alert" className="oa-fd-error">{t('runFailed')}</p>}
      {state === 'cancelled' && <p role="status" className="oa-flow-quiet second">{t('runCancelled')}</p>}
      {result && (
        <Suspense>
          <Result result={result} form={form} />
        </Suspense>
      )}
    </>
  )
}

function Days({ from, to, onChange }: { from: string; to: string; onChange(period: readonly [string, string]): void }) {
  const { t } = useDesignText()
  const day = (label: string, value: string, put: (next: string) => void) => (
    <label className="oa-fd-day">
      {label}{' '}
      <input className="elevated round-6 ink" type="date" value={value}
        onChange={({ target }) => target.value !== '' && put(target.value)} />
    </label>
  )
  return <>{day(t('from'), from, (next) => onChange([next, to]))}{day(t('to'), to, (next) => onChange([from, next]))}</>
}

/** The first and the last day of the quarter before this one. */
function lastQuarter(): readonly [string, string] {
  const now = new Date()
  const first = new Date(Date.UTC(now.getFullYear(), Math.floor(now.getMonth() / 3) * 3 - 3, 1))
  const last = new Date(Date.UTC(now.getFullYear(), Math.floor(now.getMonth() / 3) * 3, 0))
  return [first.toISOString().slice(0, 10), last.toISOString().slice(0, 10)]
}

function Result({ result, form }: { result: WhatIfResult; form: string }) {
  const naming = useNaming(form, useDesignedForm(form))
  const { t, label, locale } = naming.text
  const { documents, changed, changedAmount, refused, causes, burden, tasksBefore, tasksAfter, daysBefore, daysAfter, examples } = result
  const share = documents === 0 ? 0 : Math.round((changed / documents) * 1000) / 10
  const most = Math.max(1, ...burden.map(({ before, after }) => Math.abs(after - before)))
  if (changed + refused === 0) return <p role="status">{t('nothingChanges', { count: documents })}</p>
  return (
    <>
      <dl className="oa-fd-figures framed round-8 grid">
        <div>
          <dt>{t('figure.documents')}</dt>
          <dd className="num">{documents.toLocaleString(locale === 'cn' ? 'zh-CN' : 'en-GB')}</dd>
        </div>
        <div>
          <dt>{t('figure.changed')}</dt>
          <dd className="num">
            {changed}{' '}
            <small>
              {share}% · <Money value={changedAmount} />
            </small>
          </dd>
        </div>
        <div>
          <dt>{t('figure.tasks')}</dt>
          <dd className="num">
            {signed(tasksAfter - tasksBefore)} <small>{tasksBefore} → {tasksAfter}</small>
          </dd>
        </div>
        <div>
          <dt>{t('figure.days')}</dt>
          <dd className="num">
            {daysAfter ?? '—'} <small>{t('before', { days: daysBefore ?? '—' })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('figure.refused')}</dt>
          <dd className="num">{refused}</dd>
        </div>
      </dl>
      <div className="oa-fd-results grid">
        <section aria-label={t('causes')}>
          <SectionTitle>{t('causes')}</SectionTitle>
          <ul className="unlisted flat">
            {causes.map(({ cause, documents: count, amount }) => (
              <li key={`${cause.cn}`} className="oa-fd-cause grid gap-2-8">
                <span>{cause.cn === cause.en ? conditionText(cause.cn, naming) : label(cause)}</span>
                <span className="num">{count}</span>
                <i aria-hidden style={{ inlineSize: `${(count / Math.max(1, changed)) * 100}%` }} />
                <span className="oa-flow-quiet second">
                  <Money value={amount} />
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={t('burden')}>
          <SectionTitle>{t('burden')}</SectionTitle>
          <ul className="unlisted flat">
            {burden.map(({ id, name, before, after }) => (
              <li key={id} className="oa-fd-burden middle grid gap-8">
                <Person id={id} name={name} />
                <span className="oa-fd-balance flex" aria-hidden>
                  <i data-less={after < before || undefined} style={{ inlineSize: `${(Math.abs(after - before) / most) * 50}%` }} />
                </span>
                <span className="num">
                  {signed(after - before)} <small>{before} → {after}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <SectionTitle count={examples.length}>{t('examples')}</SectionTitle>
      <div className="scroll-x">
        <table className="oa-flows ruled collapsed">
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              <th scope="col">{t('wayBefore')}</th>
              <th scope="col">{t('wayAfter')}</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ document, number, before, after }) => (
              <tr key={document}>
                <td className="num">
                  <Link to={`/${form}Detail?procInstId=${encodeURIComponent(document)}`}>{number}</Link>
                </td>
                <td>
                  <Steps steps={before} others={after} />
                </td>
                <td>
                  <Steps steps={after} others={before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A path as steps with people; steps that the other path lacks are marked. */
function Steps({ steps, others }: { steps: readonly ExampleStep[]; others: readonly ExampleStep[] }) {
  const { label, name } = useDesignText()
  const known = new Set(others.map(({ node, people }) => `${node} ${people.join()}`))
  return steps.map(({ node, people, ...step }, at) => {
    const words = `${label(step)} ${people.map(name).join(' / ')}`.trim()
    return (
      <Fragment key={node}>
        {at > 0 && ' › '}
        {known.has(`${node} ${people.join()}`) ? words : <mark className="oa-fd-differs on-accent round-4 accent">{words}</mark>}
      </Fragment>
    )
  })
}

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')
