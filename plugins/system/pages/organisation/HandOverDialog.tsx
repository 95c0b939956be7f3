import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Progress } from 'antd'
import { Suspense, useId, useState } from 'react'
import { isFailure } from '../../../../providers/failure.ts'
import { useHttp } from '../../../../src/shell/backend.ts'
import { RowsSkeleton } from '../../../../src/shell/parts/Skeletons.tsx'
import { FieldInput } from '../../../../src/shell/resource/drawings.tsx'
import type { HandedOver } from './calls.ts'
import { handOver, type HeldDocument, heldDocuments } from './hand-over.ts'
import { useOrganisationText } from './text.ts'
import { useUnitChange } from './use-unit-change.ts'

interface HandOverProps {
  readonly person: { readonly id: string; readonly name: string }
  onClose(): void
}

const successorField = { kind: 'person', cn: '接替人', en: 'Successor', required: true } as const

/** Gives everything that waits for a person to another: one act, an answer for each document. */
export function HandOverDialog({ person, onClose }: HandOverProps) {
  const { t, name } = useOrganisationText()
  const http = useHttp()
  const held = useQuery({ queryKey: ['handOver', person.id], queryFn: () => heldDocuments(http, person.id), staleTime: Infinity, gcTime: 0 }).data
  const { to, setTo, comment, setComment, results, problem, isBusy, send } = useHandOver(person.id)
  const id = useId()
  const left = (held ?? []).filter((document) => !isDone(results.get(document.id)))
  const isReady = [to ?? '', comment.trim()].every(Boolean) && left.length > 0
  return (
    <Modal open title={t('handOverTitle', { name: name(person.name) })} width={640} maskClosable={false} onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>{t('close')}</Button>,
        <Button key="do" type="primary" loading={isBusy} disabled={!isReady} onClick={() => void send(left.map((document) => document.id))}>{results.size > 0 ? t('retry') : t('handOverAll', { count: left.length })}</Button>,
      ]}>
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      <Form layout="vertical">
        <Form.Item label={t('successor')} htmlFor={`${id}-to`} required>
          <Suspense><FieldInput id={`${id}-to`} field={successorField} value={to} context={{}} onChange={(chosen) => setTo((chosen as string | null) ?? null)} aria-required /></Suspense>
        </Form.Item>
        <Form.Item label={t('reason')} htmlFor={`${id}-why`} required><Input.TextArea id={`${id}-why`} rows={2} maxLength={500} value={comment} aria-required onChange={({ target }) => setComment(target.value)} /></Form.Item>
      </Form>
      <Documents documents={held} results={results} />
    </Modal>
  )
}

/** Handled, by us or by somebody else meanwhile. */
const isDone = (result: HandedOver | undefined) => result !== undefined && result.reason === null

function Told({ results, all }: { results: ReadonlyMap<string, HandedOver>; all: number }) {
  const { t } = useOrganisationText()
  const done = [...results.values()].filter(isDone).length
  return <div role="status">{t('handedOver', { done, all })}<Progress percent={Math.round((results.size / Math.max(all, 1)) * 100)} showInfo={false} size="small" /></div>
}

function Documents({ documents, results }: { documents: readonly HeldDocument[] | undefined; results: ReadonlyMap<string, HandedOver> }) {
  const { t, name } = useOrganisationText()
  if (!documents) return <RowsSkeleton rows={4} columns={['50%', '30%']} />
  if (documents.length === 0) return <p className="oa-org-quiet">{t('nothingRests')}</p>
  return (
    <>
      {results.size > 0 && <Told results={results} all={documents.length} />}
      <ul className="oa-handed" aria-label={t('document')}>
        {documents.map(({ id, name: form, detail }) => <li key={id}><span className="cut">{name(form)} <span className="num">{name(detail)}</span></span><Result result={results.get(id)} /></li>)}
      </ul>
    </>
  )
}

function Result({ result }: { result: HandedOver | undefined }) {
  const { t } = useOrganisationText()
  if (!result) return null
  if (result.reason !== null) return <span className="oa-handed-refused">{result.reason}</span>
  return <span className="oa-handed-done">{t(result.tasks > 0 ? 'resultDone' : 'resultGone')}</span>
}

function useHandOver(from: string) {
  const change = useUnitChange()
  const [to, setTo] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const [results, setResults] = useState<ReadonlyMap<string, HandedOver>>(new Map())
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (documents: readonly string[]) => {
    if (to === null) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await change((http) => handOver(http, { from, to, comment }, documents, (answers) => setResults((before) => new Map([...before, ...answers.map((answer) => [answer.document, answer] as const)]))))
    } catch (error) {
      if (!isFailure(error)) throw error
      setProblem(error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return { to, setTo, comment, setComment, results, problem, isBusy, send }
}
