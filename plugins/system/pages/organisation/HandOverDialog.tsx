import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Progress } from 'antd'
import { Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import type { Http, WritingHttp } from '#providers/http.ts'
import type { PageOf, UsageRecord } from '#plugins/system/organisation-wire.ts'
import { type HandedOver, path, unitQueries, useOrganisationText } from './organisation.ts'

/** Number of documents per call. */
const atOnce = 25
const pageSize = 200

interface HeldDocument {
  readonly id: string
  readonly name: string
  readonly detail: string | null
  readonly path: string | null
}

/** Distinct documents that wait for a person: with running tasks to hand over, or returned to them for changes. */
export async function heldDocuments(http: Pick<Http, 'query'>, person: string,
  kind: 'runningTasks' | 'returnedDocuments' = 'runningTasks'): Promise<readonly HeldDocument[]> {
  const found = new Map<string, HeldDocument>()
  for (let current = 1;; current += 1) {
    const { records, total } = await http.query<PageOf<UsageRecord>>(`${path}/people/${person}/usages/page`, { kind, current,
      size: pageSize }, { quiet: true })
    for (const { document, name, detail, path: page } of records)
      if (document && !found.has(document)) found.set(document, { id: document, name, detail, path: page })
    if (current * pageSize >= total) return [...found.values()]
  }
}

interface HandOverOrder {
  readonly from: string
  readonly to: string
  readonly comment: string
}

/** Hands documents over in batches; reports the results after each batch. @throws HttpFailure */
export async function handOver(http: Pick<WritingHttp, 'post'>, order: HandOverOrder, documents: readonly string[],
  onAnswer: (answers: readonly HandedOver[]) => void): Promise<void> {
  for (let index = 0; index < documents.length; index += atOnce) {
    onAnswer(
      await http.post<readonly HandedOver[]>('/workflow/admin/handOver', { ...order, documents: documents.slice(index, index + atOnce) }, {
        quiet: true,
      }),
    )
  }
}

export interface Succession {
  /** Id of the new assignee; null if none is selected. */
  readonly to: string | null
  readonly comment: string
}

interface HandOverFieldsProps {
  readonly value: Succession
  /** No successor is required: tasks may stay with the person. */
  readonly isOptional?: boolean
  onChange(value: Succession): void
}

const successorField = { kind: 'person', cn: '接替人', en: 'Successor' } as const

/** Fields for the successor of a person's tasks, and the comment. */
export function HandOverFields({ value, isOptional = false, onChange }: HandOverFieldsProps) {
  const { t } = useOrganisationText()
  const id = useId()
  const needsReason = !isOptional || value.to !== null
  return (
    <>
      <Form.Item label={t('successor')} htmlFor={`${id}-to`} required={!isOptional}>
        <Suspense>
          <FieldInput id={`${id}-to`} field={isOptional ? successorField : { ...successorField, required: true }} value={value.to}
            context={{}} onChange={(chosen) => onChange({ ...value, to: (chosen as string | null) ?? null })} aria-required={!isOptional} />
        </Suspense>
      </Form.Item>
      {needsReason && (
        <Form.Item label={t('reason')} htmlFor={`${id}-why`} required>
          <Input.TextArea id={`${id}-why`} rows={2} maxLength={500} value={value.comment} aria-required onChange={({ target }) =>
            onChange({ ...value, comment: target.value })} />
        </Form.Item>
      )}
    </>
  )
}

interface HandOverProps {
  readonly person: { readonly id: string; readonly name: string }
  onClose(): void
}

/** Dialog to hand over all tasks of a person, with a result per document. */
export function HandOverDialog({ person, onClose }: HandOverProps) {
  const { t, name } = useOrganisationText()
  const http = useHttp()
  const held =
    useQuery({ queryKey: ['handOver', person.id], queryFn: () => heldDocuments(http, person.id), staleTime: Infinity, gcTime: 0 }).data
  const { succession, setSuccession, results, problem, isBusy, send } = useHandOver(person.id)
  const left = (held ?? []).filter((document) => !isDone(results.get(document.id)))
  const isReady = [succession.to ?? '', succession.comment.trim()].every(Boolean) && left.length > 0
  return (
    <Modal open title={t('handOverTitle', { name: name(person.name) })} width={640} maskClosable={false} onCancel={onClose} footer={[
      <Button key="close" onClick={onClose}>{t('close')}</Button>,
      (results.size === 0 || left.length > 0) && (
        <Button key="do" type="primary" loading={isBusy} disabled={!isReady} onClick={() => void send(left.map((document) => document.id))}>
          {results.size > 0 ? t('retry') : t('handOverAll', { count: left.length })}
        </Button>
      ),
    ]}>
      {problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problem}</p>}
      <Form layout="vertical">
        <HandOverFields value={succession} onChange={setSuccession} />
      </Form>
      <Documents documents={held} results={results} />
      <ReturnedDocuments person={person} comment={succession.comment} />
    </Modal>
  )
}

/** Returns whether a document was handed over, possibly by someone else meanwhile. */
const isDone = (result: HandedOver | undefined) => result !== undefined && result.reason === null

function HandOverResult({ results, all }: { results: ReadonlyMap<string, HandedOver>; all: number }) {
  const { t } = useOrganisationText()
  const done = [...results.values()].filter(isDone).length
  return (
    <div role="status">
      {t('handedOver', { done, all })}
      <Progress percent={Math.round((results.size / Math.max(all, 1)) * 100)} showInfo={false} size="small" />
    </div>
  )
}

function Documents({ documents, results }: { documents: readonly HeldDocument[] | undefined; results: ReadonlyMap<string, HandedOver> }) {
  const { t, name } = useOrganisationText()
  if (!documents) return <RowsSkeleton rows={4} columns={['50%', '30%']} />
  if (documents.length === 0) return <p className="oa-org-quiet second">{t('nothingToHandOver')}</p>
  return (
    <>
      {results.size > 0 && <HandOverResult results={results} all={documents.length} />}
      <ul className="oa-handed scroll" aria-label={t('document')}>
        {documents.map(({ id, name: form, detail }) => (
          <li className="baseline line-bottom flex gap-12 between" key={id}>
            <span className="cut">
              {name(form)} <span className="num">{name(detail)}</span>
            </span>
            <Result result={results.get(id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Result({ result }: { result: HandedOver | undefined }) {
  const { t } = useOrganisationText()
  if (!result) return null
  if (result.reason !== null) return <span className="red">{result.reason}</span>
  return <span className="oa-handed-done rigid">{t(result.tasks > 0 ? 'resultDone' : 'resultGone')}</span>
}

function useHandOver(from: string) {
  const { run, isPending, problems: { '': problem } } = useCommand({ touches: unitQueries, place: () => '' })
  const [succession, setSuccession] = useState<Succession>({ to: null, comment: '' })
  const { to, comment } = succession
  const [results, setResults] = useState<ReadonlyMap<string, HandedOver>>(new Map())
  const send = async (documents: readonly string[]) => {
    if (to === null) return
    await run((http) =>
      handOver(http, { from, to, comment }, documents, (answers) =>
        setResults((before) => new Map([...before, ...answers.map((answer) => [answer.document, answer] as const)])))
    )
  }
  return { succession, setSuccession, results, problem, isBusy: isPending, send }
}

interface ReturnedDocumentsProps {
  readonly person: { readonly id: string; readonly name: string }
  /** Comment for force-ending them, which is mandatory. */
  readonly comment: string
}

/** Documents returned to the person for changes: they cannot be handed over, but can be ended if the person does not come back. */
export function ReturnedDocuments({ person, comment }: ReturnedDocumentsProps) {
  const { t, name } = useOrganisationText()
  const http = useHttp()
  const documents =
    useQuery({ queryKey: ['returned', person.id], queryFn: () => heldDocuments(http, person.id, 'returnedDocuments'), staleTime: Infinity,
      gcTime: 0 }).data ?? []
  if (documents.length === 0) return null
  return (
    <section aria-label={t('returned')}>
      <SectionTitle count={documents.length}>{t('returned')}</SectionTitle>
      <p className="oa-org-quiet second">{t('returnedHint', { name: name(person.name) })}</p>
      <ul className="oa-handed scroll">
        {documents.map((document) => <Returned key={document.id} document={document} comment={comment.trim()} />)}
      </ul>
    </section>
  )
}

function Returned({ document, comment }: { document: HeldDocument; comment: string }) {
  const { t, name } = useOrganisationText()
  const { result, problem, end } = useEnding(document, comment)
  const words = `${name(document.name)} ${name(document.detail)}`
  return (
    <li className="baseline line-bottom flex gap-12 between">
      <span className="cut">
        {document.path ? <Link to={document.path}>{name(document.name)}</Link> : name(document.name)}{' '}
        <span className="num">{name(document.detail)}</span>
      </span>
      {problem !== undefined && <span className="red" role="alert">{problem}</span>}
      {result
        ? <span className="oa-handed-done rigid" role="status">{t(result)}</span>
        : (
          <Button type="link" danger size="small" aria-label={`${t('forceEnd')} ${words}`} onClick={() => void end()}>
            {t('forceEnd')}
          </Button>
        )}
    </li>
  )
}

function useEnding({ id, name: form, detail }: HeldDocument, comment: string) {
  const { t, name } = useOrganisationText()
  const dialogs = useDialogs()
  const { run, problems: { '': problem }, setProblems } = useCommand({ touches: unitQueries, place: () => '' })
  const [result, setResult] = useState<'resultEnded' | 'resultProposed'>()
  const send = () =>
    run((http) => http.post<{ readonly proposal: object | null }>('/workflow/admin/forceEnd', { procInstId: id, comment }, { quiet: true }),
      ({ proposal }) => setResult(proposal ? 'resultProposed' : 'resultEnded'))
  const end = async () => {
    if (comment === '') return setProblems({ '': t('reasonFirst') })
    const { confirm } = await dialogs()
    confirm({ title: t('forceEndAsk', { name: `${name(form)} ${name(detail)}` }), content: t('forceEndText'), okText: t('forceEnd'),
      okButtonProps: { danger: true }, cancelText: t('cancel'), autoFocusButton: 'cancel', onOk: send })
  }
  return { result, problem, end }
}
